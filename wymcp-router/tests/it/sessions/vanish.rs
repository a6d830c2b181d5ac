//! Clients that go away, at any point.
