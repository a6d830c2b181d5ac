//! The crate from outside.

#[cfg(test)]
mod closing;
#[cfg(test)]
mod cost;
#[cfg(test)]
mod offences;
#[cfg(test)]
mod ordinary;
#[cfg(test)]
mod property;
#[cfg(test)]
mod schemas;
#[cfg(test)]
mod walking;
