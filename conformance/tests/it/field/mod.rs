//! Field cases: what people who run MCP servers met, each by its number.

mod faults;
mod gates;
mod http;
mod index;
mod order;
mod registration;
mod stdio;
mod streams;
mod values;
mod wire;
