//! Running an action (RUN, OBS).

mod cancelled;
mod deep;
mod events;
mod faults;
mod limit;
mod outcomes;
mod output;
mod said;
mod typed;
