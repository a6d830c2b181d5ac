//! Idle sessions, many sessions, and what they leave behind (L10).
