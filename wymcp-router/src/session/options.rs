//! What an operator may want of sessions.

use std::time::Duration;

use wymcp_callbacksurface::Offence;

/// Of the sessions of one mount.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SessionOptions {
    /// Whether there are any (L16).
    pub(crate) are_kept: bool,
    /// How long a session may be silent (L10).
    pub(crate) idle: Duration,
    /// How many there may be (L10).
    pub(crate) cap: usize,
}

impl Default for SessionOptions {
    fn default() -> Self {
        Self {
            are_kept: true,
            idle: Duration::from_secs(30 * 60),
            cap: 10_000,
        }
    }
}

impl SessionOptions {
    pub(crate) fn check(self, offences: &mut Vec<Offence>) {
        if self.idle.is_zero() {
            offences.push(
                Offence::new("invalid_limit", "no time at all")
                    .at("/session_idle")
                    .wants("a time longer than zero")
                    .mended_by(
                        "give a longer time, or serve legacy clients without sessions (`legacy_sessions(false)`)",
                    ),
            );
        }
        if self.cap == 0 {
            offences.push(
                Offence::new("invalid_limit", "no session at all")
                    .at("/session_cap")
                    .wants("at least one session")
                    .mended_by("raise the number, or serve legacy clients without sessions (`legacy_sessions(false)`)"),
            );
        }
    }
}
