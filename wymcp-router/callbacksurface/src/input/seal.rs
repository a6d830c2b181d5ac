//! State between two rounds of a call, sealed: its holder can neither read nor change it (INP-2, wire contract I6, I7).

use std::fmt;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use wymcp_bound::limits;

use super::binding::Binding;

/// The form of a sealed state; another one is another number.
const FORM: u8 = 1;
const NONCE: usize = 24;
/// Bytes around what is sealed: the form, the nonce, the time, the tag.
const AROUND: usize = 1 + NONCE + 8 + 16;

/// A key that seals state between the rounds of a call: 32 random bytes, the same in every process that serves the calls.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::StateKey;
///
/// // 32 bytes in Base64, e.g. from `openssl rand -base64 32`, kept where secrets are kept.
/// let key = StateKey::from_base64("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=");
/// assert!(key.is_some());
/// assert!(StateKey::from_base64("short").is_none());
/// ```
#[derive(Clone)]
pub struct StateKey(XChaCha20Poly1305);

impl StateKey {
    /// A key of these bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(XChaCha20Poly1305::new(&bytes.into()))
    }

    /// A key written in Base64, with padding or without; nothing where it is none of 32 bytes.
    #[must_use]
    pub fn from_base64(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches('=');
        let bytes = base64::engine::general_purpose::STANDARD_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self::new)
    }

    /// A key of this process alone.
    ///
    /// # Errors
    /// The system has no random bytes to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self::new(bytes))
    }
}

impl From<[u8; 32]> for StateKey {
    fn from(bytes: [u8; 32]) -> Self {
        Self::new(bytes)
    }
}

impl fmt::Debug for StateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StateKey(…)")
    }
}

/// Seals with the first key, and opens with any.
#[derive(Debug, Clone, Default)]
pub(super) struct Vault {
    pub(super) keys: Vec<StateKey>,
    pub(super) lifetime: Duration,
}

/// Why a state does not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unopened {
    /// Nothing that this server sealed, or not for this call; which of the two cannot be told.
    Foreign,
    /// It was good for this call, and is too old.
    Stale,
}

impl Vault {
    /// Seal; nothing where there is no key, or the system has no random bytes.
    pub(super) fn seal(&self, content: &[u8], binding: &Binding) -> Option<String> {
        let until = now().saturating_add(u64::try_from(self.lifetime.as_millis()).unwrap_or(u64::MAX));
        let key = self.keys.first()?;
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).ok()?;
        let mut message = until.to_be_bytes().to_vec();
        message.extend_from_slice(content);
        let payload = Payload {
            msg: &message,
            aad: binding.bytes(),
        };
        let sealed = key.0.encrypt(&XNonce::from(nonce), payload).ok()?;
        let mut token = vec![FORM];
        token.extend(nonce);
        token.extend(sealed);
        Some(URL_SAFE_NO_PAD.encode(token))
    }

    /// Open what was sealed for the same call.
    pub(super) fn open(&self, token: &str, binding: &Binding) -> Result<Vec<u8>, Unopened> {
        if token.len() > (limits::STATE_BYTES + AROUND).div_ceil(3) * 4 {
            return Err(Unopened::Foreign);
        }
        let token = URL_SAFE_NO_PAD.decode(token).map_err(|_| Unopened::Foreign)?;
        let (nonce, sealed) = match token.split_first() {
            Some((&FORM, rest)) => rest.split_first_chunk::<NONCE>().ok_or(Unopened::Foreign)?,
            _ => return Err(Unopened::Foreign),
        };
        let payload = || Payload {
            msg: sealed,
            aad: binding.bytes(),
        };
        let opened = self
            .keys
            .iter()
            .find_map(|key| key.0.decrypt(&XNonce::from(*nonce), payload()).ok());
        let opened = opened.ok_or(Unopened::Foreign)?;
        let (until, content) = opened.split_first_chunk::<8>().ok_or(Unopened::Foreign)?;
        if u64::from_be_bytes(*until) <= now() {
            return Err(Unopened::Stale);
        }
        Ok(content.to_vec())
    }
}

/// Milliseconds since 1970. Processes that share a key share the time as well.
fn now() -> u64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Object;

    fn vault(key: u8) -> Vault {
        Vault {
            keys: vec![StateKey::new([key; 32])],
            lifetime: Duration::from_secs(60),
        }
    }

    fn binding() -> Binding {
        Binding::of("tools/call", "purge", Some("ann"), &Object::new())
    }

    proptest! {
        #[test]
        fn inp_2_what_is_sealed_opens_as_it_was(content in prop::collection::vec(any::<u8>(), 0..200)) {
            let token = vault(1).seal(&content, &binding()).unwrap();
            prop_assert_eq!(vault(1).open(&token, &binding()), Ok(content));
            prop_assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')));
        }

        #[test]
        fn inp_2_no_bit_can_be_flipped_and_nothing_added_or_cut(
            content in prop::collection::vec(any::<u8>(), 0..80), at in any::<prop::sample::Index>(), bit in 0..8u32, tail in "[A-Za-z0-9_=. -]{1,12}",
        ) {
            let token = vault(1).seal(&content, &binding()).unwrap();
            let mut bytes = token.clone().into_bytes();
            bytes[at.index(token.len())] ^= 1 << bit;
            if let Ok(flipped) = String::from_utf8(bytes) {
                prop_assert_eq!(vault(1).open(&flipped, &binding()), Err(Unopened::Foreign));
            }
            prop_assert_eq!(vault(1).open(&format!("{token}{tail}"), &binding()), Err(Unopened::Foreign));
            prop_assert_eq!(vault(1).open(&token[..at.index(token.len())], &binding()), Err(Unopened::Foreign));
        }
    }

    #[test]
    fn inp_2_a_token_is_bound_to_its_key_and_its_call() {
        let token = vault(1).seal(b"state", &binding()).unwrap();
        assert_eq!(vault(2).open(&token, &binding()), Err(Unopened::Foreign));
        let others = [
            Binding::of("prompts/get", "purge", Some("ann"), &Object::new()),
            Binding::of("tools/call", "merge", Some("ann"), &Object::new()),
            Binding::of("tools/call", "purge", Some("bob"), &Object::new()),
            Binding::of("tools/call", "purge", None, &Object::new()),
            Binding::of(
                "tools/call",
                "purge",
                Some("ann"),
                &Object::from_iter([("a".to_owned(), 1.into())]),
            ),
        ];
        for other in &others {
            assert_eq!(vault(1).open(&token, other), Err(Unopened::Foreign));
        }
    }

    #[test]
    fn inp_2_keys_rotate_the_first_seals_and_all_open() {
        let both = Vault {
            keys: vec![StateKey::new([2; 32]), StateKey::new([1; 32])],
            ..vault(1)
        };
        let old = vault(1).seal(b"old", &binding()).unwrap();
        let new = both.seal(b"new", &binding()).unwrap();
        assert_eq!(both.open(&old, &binding()).unwrap(), b"old");
        assert_eq!(vault(2).open(&new, &binding()).unwrap(), b"new");
        assert_eq!(vault(1).open(&new, &binding()), Err(Unopened::Foreign));
    }

    #[test]
    fn inp_2_a_state_expires() {
        let brief = Vault {
            lifetime: Duration::from_nanos(1),
            ..vault(1)
        };
        let token = brief.seal(b"state", &binding()).unwrap();
        assert_eq!(vault(1).open(&token, &binding()), Err(Unopened::Stale));
    }

    #[test]
    fn inp_2_equal_states_look_different_each_time() {
        let (one, two) = (vault(1).seal(b"state", &binding()), vault(1).seal(b"state", &binding()));
        assert_ne!(one, two);
    }

    #[test]
    fn a_key_does_not_show_in_a_log() {
        assert_eq!(format!("{:?}", StateKey::new([7; 32])), "StateKey(…)");
    }
}
