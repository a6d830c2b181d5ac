//! Characters that a reader cannot see, or that change how others are shown (BND-1).

use std::fmt::Write as _;

/// Whether a character is a control, a format or bidirectional mark, a separator other than the space, or otherwise drawn as
/// nothing.
///
/// The standard library's own table says what is printable; a few marks that it counts as printable are drawn as nothing too.
///
/// ```
/// use wymcp_bound::is_invisible;
/// assert!(is_invisible('\u{202e}') && is_invisible('\0') && is_invisible('\u{fe0f}') && is_invisible('\u{a0}'));
/// assert!(!is_invisible('é') && !is_invisible('"') && !is_invisible(' ') && !is_invisible('\u{301}'));
/// ```
#[must_use]
pub fn is_invisible(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    drawn_as_nothing(c) || unprintable(c)
}

/// Marks that are printable by category and default-ignorable by property.
fn drawn_as_nothing(c: char) -> bool {
    matches!(c,
        '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}')
}

/// `str::escape_debug` escapes what cannot be printed; a combining mark after a letter is left alone.
fn unprintable(c: char) -> bool {
    let mut buffer = [b'a'; 5];
    let end = 1 + c.encode_utf8(&mut buffer[1..]).len();
    std::str::from_utf8(&buffer[..end]).is_ok_and(|text| text.escape_debug().nth(1) == Some('\\'))
}

/// Write invisible characters as JSON escapes, the six characters `\u202e` each (two escapes beyond U+FFFF).
///
/// ```
/// assert_eq!(wymcp_bound::escape_invisible("a\u{202e}b\n"), r"a\u202eb\u000a");
/// ```
#[must_use]
pub fn escape_invisible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_invisible(c) {
            push_escape(&mut out, c)
        } else {
            out.push(c)
        }
    }
    out
}

pub(crate) fn push_escape(out: &mut String, c: char) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\u{unit:04x}");
    }
}
