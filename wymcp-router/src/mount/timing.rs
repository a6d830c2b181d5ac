//! How long things may take (LNG-3, LNG-4).

use std::time::Duration;

use wymcp_callbacksurface::{BoxFuture, Offence};

#[cfg(any(feature = "http", feature = "stdio"))]
use super::MountBuilder;

/// As the operator wants it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Timing {
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(super) time_limit: Option<Duration>,
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(super) answer_within: Option<Duration>,
    #[cfg(feature = "http")]
    pub(super) stream_after: Option<Duration>,
    #[cfg(feature = "http")]
    pub(super) keep_alive: Option<Duration>,
}

impl Timing {
    /// What ends when a call that begins now has taken too long; it is only waited for by a call that waits.
    pub(crate) fn limit(self) -> Option<BoxFuture<'static, ()>> {
        #[cfg(any(feature = "http", feature = "stdio"))]
        return end_of(self.time_limit);
        #[cfg(not(any(feature = "http", feature = "stdio")))]
        None
    }

    /// What ends when a call has been silent so long that its answer begins as a stream (LNG-4).
    #[cfg(feature = "http")]
    pub(crate) fn silence(self) -> Option<BoxFuture<'static, ()>> {
        end_of(self.stream_after)
    }

    /// How much silence there may be on a stream.
    #[cfg(feature = "http")]
    pub(crate) fn keep_alive(self) -> Duration {
        self.keep_alive.unwrap_or(Duration::from_secs(15))
    }

    /// How long a request of the server waits for its answer (K6).
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) fn answer_within(self) -> Duration {
        self.answer_within.unwrap_or(Duration::from_secs(5 * 60))
    }

    pub(super) fn check(self, offences: &mut Vec<Offence>) {
        let times: &[(&str, Option<Duration>)] = &[
            #[cfg(any(feature = "http", feature = "stdio"))]
            ("/time_limit", self.time_limit),
            #[cfg(any(feature = "http", feature = "stdio"))]
            ("/answer_within", self.answer_within),
            #[cfg(feature = "http")]
            ("/keep_alive", self.keep_alive),
        ];
        for (pointer, _) in times.iter().filter(|(_, time)| *time == Some(Duration::ZERO)) {
            offences.push(
                Offence::new("invalid_limit", "no time at all")
                    .at(*pointer)
                    .wants("a time longer than zero")
                    .mended_by("give a longer time, or leave the option out"),
            );
        }
    }
}

/// The clock is the runtime's, and is looked at only once the future is.
#[cfg(any(feature = "http", feature = "stdio"))]
fn end_of(time: Option<Duration>) -> Option<BoxFuture<'static, ()>> {
    let time = time?;
    Some(Box::pin(async move { tokio::time::sleep(time).await }))
}

/// How long things may take.
///
/// ```
/// use std::time::Duration;
/// use wymcp_router::Mount;
///
/// let mount = Mount::builder("library", "1.0.0")
///     .time_limit(Duration::from_secs(60))
///     .build();
/// assert!(mount.is_ok());
/// ```
#[cfg(any(feature = "http", feature = "stdio"))]
impl MountBuilder {
    /// How long a request of the server waits for the client's answer ([`Context::request`](crate::Context::request)); five minutes by
    /// default, for a person may have to think (wire contract K6).
    #[cfg(any(feature = "http", feature = "stdio"))]
    #[track_caller]
    pub fn answer_within(mut self, limit: Duration) -> Self {
        self.declare("/answer_within");
        self.timing.answer_within = Some(limit);
        self
    }

    /// How long a call may run (LNG-3); without it, as long as it likes.
    ///
    /// A call that takes longer is dropped at its next await, and answered with a fault whose `exception` is `timeout`. What waits for
    /// [`Context::cancelled`](crate::Context::cancelled) is told. The time begins when the call's data has passed the gates; the clock is Tokio's,
    /// so calls need a Tokio runtime with time enabled.
    #[track_caller]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.declare("/time_limit");
        self.timing.time_limit = Some(limit);
        self
    }

    /// Over HTTP, begin the answer of a call that has not answered after this time as a stream, though it said nothing yet (LNG-4):
    /// from then on comments keep the connection open. Without it a silent call's answer begins when it is there, or when the tool
    /// asks for it ([`Context::open_stream`](crate::Context::open_stream)).
    ///
    /// A stream's status is 200, whatever the answer will be. A client that admits JSON alone gets no stream.
    #[cfg(feature = "http")]
    pub const fn stream_after(mut self, silence: Duration) -> Self {
        self.timing.stream_after = Some(silence);
        self
    }

    /// How often a stream on which nothing is said carries a comment, so that nobody between takes it for dead (LNG-3); every 15
    /// seconds by default.
    #[cfg(feature = "http")]
    #[track_caller]
    pub fn keep_alive(mut self, every: Duration) -> Self {
        self.declare("/keep_alive");
        self.timing.keep_alive = Some(every);
        self
    }
}
