//! Over real sockets.

mod bodies;
mod calls;
mod client;
mod disconnects;
mod edges;
mod hosts;
mod service;
