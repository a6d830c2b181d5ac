//! How long things may take (LNG-3, LNG-4).

use std::time::Duration;

use wymcp_callbacksurface::{BoxFuture, Offence};

/// As the operator wants it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timing {
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(super) time_limit: Option<Duration>,
    #[cfg(feature = "http")]
    pub(crate) stream_after: Option<Duration>,
    #[cfg(feature = "http")]
    pub(crate) keep_alive: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            #[cfg(any(feature = "http", feature = "stdio"))]
            time_limit: None,
            #[cfg(feature = "http")]
            stream_after: None,
            #[cfg(feature = "http")]
            keep_alive: Duration::from_secs(15),
        }
    }
}

impl Timing {
    /// What ends when a call that begins now has taken too long; it is only waited for by a call that waits.
    pub(crate) fn limit(self) -> Option<BoxFuture<'static, ()>> {
        #[cfg(any(feature = "http", feature = "stdio"))]
        if let Some(limit) = self.time_limit {
            // The clock is the runtime's, and is looked at only once the call is.
            return Some(Box::pin(async move { tokio::time::sleep(limit).await }));
        }
        None
    }

    pub(super) fn check(self, offences: &mut Vec<Offence>) {
        let mut positive = |pointer, duration: Duration| {
            if duration.is_zero() {
                offences.push(
                    Offence::new("invalid_limit", "no time at all")
                        .at(pointer)
                        .wants("a time longer than zero")
                        .mended_by("give a longer time, or leave the option out"),
                );
            }
        };
        #[cfg(any(feature = "http", feature = "stdio"))]
        if let Some(limit) = self.time_limit {
            positive("/time_limit", limit);
        }
        #[cfg(feature = "http")]
        positive("/keep_alive", self.keep_alive);
    }
}
