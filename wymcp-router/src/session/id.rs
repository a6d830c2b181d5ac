//! Session ids (wire contract L5, L25).

use std::fmt;

/// 128 random bits, written as 32 hexadecimal digits: unguessable, so a look-up gives nothing away.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SessionId(u128);

impl SessionId {
    /// A new one, from the operating system's generator.
    ///
    /// # Errors
    /// The system has none to give.
    pub(crate) fn mint() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(u128::from_be_bytes(bytes)))
    }

    /// One that may have been given out: exactly as it was written.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != 32 || !text.bytes().all(is_hex) {
            return None;
        }
        u128::from_str_radix(text, 16).ok().map(Self)
    }

    /// Which of `shards` holds it.
    pub(super) const fn shard(self, shards: usize) -> usize {
        self.0 as usize % shards
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// Enough to tell sessions apart in a log, and not enough to enter one.
impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}…", self.0 >> 96)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_5_an_id_is_visible_ascii_and_read_as_it_was_written() {
        let id = SessionId::mint().unwrap();
        let text = id.to_string();
        assert!(text.bytes().all(|byte| (0x21..=0x7e).contains(&byte)));
        assert_eq!(SessionId::parse(&text), Some(id));
        assert_ne!(SessionId::mint().unwrap(), id);
        for other in [
            "",
            "gone-0001",
            &text[1..],
            &format!("{text}0"),
            &format!("+{}", &text[1..]),
            &"A".repeat(32),
        ] {
            assert_eq!(SessionId::parse(other), None, "{other}");
        }
    }

    #[test]
    fn l_25_a_log_does_not_let_its_reader_in() {
        let id = SessionId::parse(&"0123456789abcdef".repeat(2)).unwrap();
        assert_eq!(format!("{id:?}"), "01234567…");
    }
}
