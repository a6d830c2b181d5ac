//! How calls may ask their caller (INP).

use std::time::Duration;

use wymcp_bound::limits;
use wymcp_callbacksurface::{Offence, StateKey, Terms};

use super::{MountBuilder, Timing};

/// As the operator wants it.
#[derive(Debug, Clone)]
pub(super) struct Asking {
    /// Nothing: one of this mount alone.
    keys: Option<Vec<StateKey>>,
    lifetime: Duration,
    rounds: usize,
}

impl Default for Asking {
    fn default() -> Self {
        Self {
            keys: None,
            lifetime: Duration::from_secs(10 * 60),
            rounds: limits::ROUNDS,
        }
    }
}

impl Asking {
    /// What calls are held to, their time included.
    pub(super) fn terms(self, timing: Timing, offences: &mut Vec<Offence>) -> Terms {
        if self.lifetime.is_zero() {
            offences.push(
                Offence::new("invalid_limit", "no time at all")
                    .at("/state_lifetime")
                    .wants("a time longer than zero")
                    .mended_by("give a longer time, or leave the option out"),
            );
        }
        if self.rounds == 0 {
            offences.push(
                Offence::new("invalid_limit", "a tool that may ask no time cannot ask")
                    .at("/rounds")
                    .wants("at least 1")
                    .mended_by("raise the limit"),
            );
        }
        let keys = match self.keys {
            Some(keys) if keys.is_empty() => {
                offences.push(
                    Offence::new("missing_key", "without a key no state can be sealed")
                        .at("/state_keys")
                        .wants("at least one key of 32 bytes")
                        .mended_by("give a key, or leave the option out: the mount makes one of its own"),
                );
                Vec::new()
            }
            Some(keys) => keys,
            None => match StateKey::random() {
                Ok(key) => vec![key],
                Err(_) => {
                    offences.push(
                        Offence::new("missing_key", "the system has no random bytes to make a key of")
                            .at("/state_keys")
                            .mended_by("give a key"),
                    );
                    Vec::new()
                }
            },
        };
        let terms = Terms::with_keys(keys, self.lifetime).rounds(self.rounds);
        match timing.limit() {
            None => terms,
            Some(_) => terms.limit(move || timing.limit().unwrap_or_else(|| Box::pin(std::future::pending()))),
        }
    }
}

/// How calls may ask their caller ([`Context::ask`](crate::Context::ask)).
///
/// ```
/// use std::time::Duration;
/// use wymcp_router::{Mount, StateKey};
///
/// # fn secret(_: &str) -> Option<StateKey> { Some(StateKey::new([7; 32])) }
/// let keys = ["STATE_KEY", "OLD_STATE_KEY"].into_iter().filter_map(secret);
/// let mount = Mount::builder("library", "1.0.0")
///     .state_keys(keys)
///     .state_lifetime(Duration::from_secs(30 * 60))
///     .build();
/// assert!(mount.is_ok());
/// ```
impl MountBuilder {
    /// The keys that seal what a call keeps while its caller answers: the first seals, all open (INP-2).
    ///
    /// Give all processes that serve the mount the same keys, and any of them goes on with any call. To change keys, put the new one second
    /// everywhere, then first, and take the old one away when what it sealed has expired. Without this the mount makes a key of its own,
    /// which ends with it.
    #[track_caller]
    pub fn state_keys<K: Into<StateKey>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.declare("/state_keys");
        self.asking.keys = Some(keys.into_iter().map(Into::into).collect());
        self
    }

    /// How long a caller may take to answer before it has to make its call anew (INP-2); ten minutes by default.
    #[track_caller]
    pub fn state_lifetime(mut self, lifetime: Duration) -> Self {
        self.declare("/state_lifetime");
        self.asking.lifetime = lifetime;
        self
    }

    /// How often one call may ask, one time after the other (INP-5); eight times by default.
    #[track_caller]
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.declare("/rounds");
        self.asking.rounds = rounds;
        self
    }
}
