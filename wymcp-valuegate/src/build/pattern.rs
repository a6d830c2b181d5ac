//! Why a pattern is not accepted: the engine is linear, so what needs backtracking is told apart from what is no pattern.

use super::judge::patterns;
use super::position::Position;
use super::validator::Engine;
use crate::offence::{Offence, code};
use crate::words::quoted;

/// Judge the patterns of a position by compiling each alone.
pub(super) fn judge(position: &Position<'_>, engine: &Engine, offences: &mut Vec<Offence>) {
    for (pointer, pattern) in patterns(position) {
        if engine.compiles_pattern(pattern) {
            continue;
        }
        offences.push(match backtracking(pattern) {
            Some(what) => Offence::new(
                pointer,
                code::BACKTRACKING,
                format!(
                    "the pattern {} uses {what}, and patterns are matched in linear time, without backtracking",
                    quoted(pattern)
                ),
                "write it without, or split it into several `pattern`s under `allOf`",
            ),
            None => Offence::new(
                pointer,
                code::PATTERN,
                format!("{} is no regular expression that can be compiled", quoted(pattern)),
                "mend or shorten it (ECMA-262 syntax; `\\`, brackets and repeats are the usual suspects)",
            ),
        });
    }
}

/// The construct that needs backtracking, if one stands in the pattern.
fn backtracking(pattern: &str) -> Option<&'static str> {
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(c) = rest.chars().next() {
        if let Some(escaped) = rest.strip_prefix('\\') {
            let mut after = escaped.chars();
            match after.next() {
                Some('1'..='9') if !in_class => return Some("a backreference"),
                Some('k') if !in_class && after.next() == Some('<') => {
                    return Some("a backreference");
                }
                Some(c) => rest = &escaped[c.len_utf8()..],
                None => return None,
            }
            continue;
        }
        if !in_class && (rest.starts_with("(?=") || rest.starts_with("(?!")) {
            return Some("lookahead");
        }
        if !in_class && (rest.starts_with("(?<=") || rest.starts_with("(?<!")) {
            return Some("lookbehind");
        }
        match c {
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::backtracking;

    #[test]
    fn val_1_backtracking_is_told_from_what_only_looks_like_it() {
        for (pattern, what) in [
            ("^(?!x)", Some("lookahead")),
            ("a(?=b)", Some("lookahead")),
            ("(?<=a)b", Some("lookbehind")),
            ("(?<!a)b", Some("lookbehind")),
            (r"(a)\1", Some("a backreference")),
            (r"(?<n>a)\k<n>", Some("a backreference")),
            (r"\\1(", None),
            (r"\(?=(", None),
            ("[(?=](", None),
            (r"[\]\1(?!](", None),
            ("(?<n>a", None),
            ("é(\\", None),
        ] {
            assert_eq!(backtracking(pattern), what, "{pattern}");
        }
    }
}
