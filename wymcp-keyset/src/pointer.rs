//! JSON Pointers into a schema, and the references that carry them.

use std::borrow::Cow;

use wymcp_bound::pointer::{escape, from_fragment, to_fragment, unescape};

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
pub(crate) fn local_fragment(reference: &str) -> Option<Cow<'_, str>> {
    if reference.is_empty() {
        return Some(Cow::Borrowed(""));
    }
    from_fragment(reference.strip_prefix('#')?)
}

/// The reference that names a pointer.
pub(crate) fn reference_to(pointer: &str) -> String {
    format!("#{}", to_fragment(pointer))
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
