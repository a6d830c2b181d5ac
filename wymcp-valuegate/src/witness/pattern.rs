//! Texts that match a pattern, read from its syntax tree.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Repeats that are added to a pattern's own to reach a length.
const REPEATS: u32 = 256;
/// Bytes of the longest text that is made.
const LONGEST: usize = 8_192;

/// Characters that are written where a class leaves the choice.
const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ .";

/// Texts that may match, of at least so many characters. The validator's own engine has the last word: the two read most of ECMA-262
/// alike, not all of it.
pub(super) fn matching(pattern: &str, least: usize, most: usize) -> Vec<String> {
    let Ok(tree) = regex_syntax::parse(pattern) else {
        return Vec::new();
    };
    let mut texts: Vec<String> = Vec::new();
    for turn in 0..most.clamp(2, 64) {
        let Some(text) = shortest(&tree, least, turn) else {
            continue;
        };
        if text.chars().count() < least {
            // A pattern that is not anchored leaves room on either side.
            let pad = "a".repeat(least - text.chars().count());
            texts.extend([format!("{text}{pad}"), format!("{pad}{text}")]);
        } else {
            texts.push(text);
        }
    }
    texts
}

/// The text with the fewest repeats that is long enough, or the longest where none is.
fn shortest(tree: &Hir, least: usize, turn: usize) -> Option<String> {
    let mut last: Option<String> = None;
    for more in 0..=REPEATS {
        let mut text = String::new();
        write(tree, more, turn, &mut text)?;
        let is_long_enough = text.chars().count() >= least;
        let grew = last.as_ref().is_none_or(|last| text.len() > last.len());
        if !grew {
            break;
        }
        last = Some(text);
        if is_long_enough {
            break;
        }
    }
    last
}

/// Append what a tree matches: nothing where it matches no text at all, or a longer one than is made.
fn write(tree: &Hir, more: u32, turn: usize, text: &mut String) -> Option<()> {
    if text.len() > LONGEST {
        return None;
    }
    match tree.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(character(class, turn)?),
        HirKind::Repetition(repetition) => {
            let times = repetition.min.saturating_add(more);
            for _ in 0..repetition.max.map_or(times, |max| times.min(max)) {
                write(&repetition.sub, more, turn, text)?;
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, more, turn, text)?,
        HirKind::Concat(parts) => {
            for part in parts {
                write(part, more, turn, text)?;
            }
        }
        HirKind::Alternation(branches) => write(branches.get(turn % branches.len().max(1))?, more, turn, text)?,
    }
    Some(())
}

/// The character of a class whose turn it is, a plain one if there is any.
fn character(class: &Class, turn: usize) -> Option<char> {
    let unicode = match class {
        Class::Unicode(unicode) => unicode.clone(),
        Class::Bytes(bytes) => bytes.to_unicode_class()?,
    };
    let holds = |c: &char| {
        unicode
            .ranges()
            .iter()
            .any(|range| (range.start()..=range.end()).contains(c))
    };
    let plain: Vec<char> = PLAIN.chars().filter(holds).collect();
    match plain.len() {
        0 => unicode.ranges().first().map(|range| range.start()),
        count => plain.get(turn % count).copied(),
    }
}
