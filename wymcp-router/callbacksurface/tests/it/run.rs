//! Running an action (RUN, OBS).

mod cancelled;
mod deep;
mod events;
mod faults;
mod outcomes;
mod output;
mod typed;
