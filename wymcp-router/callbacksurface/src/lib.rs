//! The Tool trait, its closed list of callbacks, registrations, and the eight gates.
