//! JSON Pointers into a schema, and the references that carry them.

use wymcp_bound::pointer::{escape, unescape};

/// Append one reference token.
pub(crate) fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    pointer.push_str(&escape(token));
}

/// A pointer one or more tokens below another.
pub(crate) fn join(base: &str, tokens: &[&str]) -> String {
    let mut pointer = base.to_owned();
    for token in tokens {
        push_token(&mut pointer, token);
    }
    pointer
}

/// The tokens of a pointer, unescaped.
pub(crate) fn tokens(pointer: &str) -> impl Iterator<Item = String> + '_ {
    pointer.split('/').skip(1).map(|token| unescape(token).into_owned())
}

/// The fragment of a reference into its own document, percent-decoded; nothing for a reference that leaves it.
pub(crate) fn local_fragment(reference: &str) -> Option<String> {
    if reference.is_empty() {
        return Some(String::new());
    }
    let mut bytes = reference.strip_prefix('#')?.bytes();
    let mut decoded = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let high = char::from(bytes.next()?).to_digit(16)?;
            let low = char::from(bytes.next()?).to_digit(16)?;
            decoded.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            decoded.push(byte);
        }
    }
    String::from_utf8(decoded).ok()
}

/// The reference that names a pointer: what a fragment may not hold is percent-encoded.
pub(crate) fn reference_to(pointer: &str) -> String {
    let mut reference = String::from("#");
    for byte in pointer.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b'$' => {
                reference.push(char::from(byte))
            }
            byte => reference.push_str(&format!("%{byte:02X}")),
        }
    }
    reference
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_3_references_are_read_percent_decoded() {
        assert_eq!(local_fragment("#/$defs/a%20b").as_deref(), Some("/$defs/a b"));
        assert_eq!(local_fragment("#").as_deref(), Some(""));
        assert_eq!(local_fragment("").as_deref(), Some(""));
        assert_eq!(local_fragment("#%zz"), None);
        assert_eq!(local_fragment("#%f"), None);
        assert_eq!(local_fragment("https://example.com/#/a"), None);
    }

    #[test]
    fn key_4_a_written_reference_reads_back() {
        for name in ["a b", "ä/ö", "50%", "x~y", "<T>"] {
            let pointer = join("", &["$defs", name]);
            let reference = reference_to(&pointer);
            assert_eq!(local_fragment(&reference).as_deref(), Some(pointer.as_str()));
            assert_eq!(tokens(&pointer).last().as_deref(), Some(name));
        }
    }
}
