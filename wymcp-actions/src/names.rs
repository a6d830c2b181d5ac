//! What an action name may be (ACT-2), in a form that the compiler can run.

/// Whether a text can be an action's name: not blank, no line feed, no carriage return (ACT-2).
///
/// ```
/// use wymcp_actions::good_name;
/// assert!(good_name("create") && good_name("lösche alles"));
/// assert!(!good_name("") && !good_name(" \t") && !good_name("\u{3000}") && !good_name("a\nb") && !good_name("a\r"));
/// ```
#[must_use]
pub const fn good_name(name: &str) -> bool {
    !blank(name) && !has_newline(name)
}

/// Whether a name occurs at most once among the names of a set: asked for each, so that a message can say which occurs twice.
///
/// ```
/// use wymcp_actions::is_single;
/// assert!(is_single("list", &["get", "list"]) && !is_single("get", &["get", "list", "get"]));
/// ```
#[must_use]
pub const fn is_single(name: &str, names: &[&str]) -> bool {
    let (mut at, mut found) = (0, 0);
    while at < names.len() {
        if equal(names[at].as_bytes(), name.as_bytes()) {
            found += 1;
        }
        at += 1;
    }
    found < 2
}

/// Whether a text is empty or all white space. `str::trim` does not run at compile time, so the few characters are named here.
pub(crate) const fn blank(text: &str) -> bool {
    let mut rest = text.as_bytes();
    loop {
        rest = match rest {
            [] => return true,
            [b'\t'..=b'\r' | b' ', rest @ ..] => rest,
            // U+0085, U+00A0
            [0xc2, 0x85 | 0xa0, rest @ ..] => rest,
            // U+1680
            [0xe1, 0x9a, 0x80, rest @ ..] => rest,
            // U+2000 to U+200A, U+2028, U+2029, U+202F
            [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, rest @ ..] => rest,
            // U+205F
            [0xe2, 0x81, 0x9f, rest @ ..] => rest,
            // U+3000
            [0xe3, 0x80, 0x80, rest @ ..] => rest,
            _ => return false,
        };
    }
}

/// Whether a text holds a line feed or a carriage return (ACT-2, TXT-3).
pub(crate) const fn has_newline(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if matches!(bytes[at], b'\n' | b'\r') {
            return true;
        }
        at += 1;
    }
    false
}

const fn equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn act_2_blank_means_what_it_means_to_the_standard_library() {
        for c in '\0'..=char::MAX {
            assert_eq!(blank(c.encode_utf8(&mut [0; 4])), c.is_whitespace(), "{c:?}");
        }
    }
}
