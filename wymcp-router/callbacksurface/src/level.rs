//! How grave a log message is.

use std::fmt;

/// How grave a log message is: the levels of RFC 5424, as MCP names them (LNG-1).
///
/// They are ordered: a caller that asks for one is told of it and of all above.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::LogLevel;
///
/// assert!(LogLevel::Error > LogLevel::Info);
/// assert_eq!(LogLevel::of("notice"), Some(LogLevel::Notice));
/// assert_eq!(LogLevel::of("Notice"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    /// What only a developer wants to know.
    Debug,
    /// Progress in words.
    Info,
    /// Normal, but worth a look.
    Notice,
    /// Something may go wrong.
    Warning,
    /// Something went wrong.
    Error,
    /// A part of the system does not work.
    Critical,
    /// Somebody has to act at once.
    Alert,
    /// Nothing works.
    Emergency,
}

impl LogLevel {
    /// All of them, the least grave first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The level as it is written on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// The level of a name; case matters.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
