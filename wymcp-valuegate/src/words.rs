//! Bounded words, made of what the author wrote and nothing else.

use serde_json::Value;
use wymcp_bound::{json, limits};

/// What the mark of a cut may take of the words: `… (+N)`.
const MARK: usize = 16;

/// At most the words that one problem may have (SIZ), with the number of characters left out.
pub(crate) fn cut(text: String) -> String {
    let length = text.chars().count();
    if length <= limits::PROBLEM_CHARS {
        return text;
    }
    let keep = limits::PROBLEM_CHARS - MARK;
    let kept: String = text.chars().take(keep).collect();
    format!("{kept}… (+{})", length - keep)
}

/// A text of the author's in quotes, as JSON writes it, bounded.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::new();
    json::write_str(&mut out, text);
    cut(out)
}

/// A name as it stands in a list of names: plain where it can be read back, else as JSON writes it.
pub(crate) fn name(name: &str) -> String {
    let plain = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$' | '@' | ':'));
    if plain { name.to_owned() } else { quoted(name) }
}

/// A value of the author's as compact JSON, bounded.
pub(crate) fn literal(value: &Value) -> String {
    cut(json::to_string(value))
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn or(parts: &[String]) -> String {
    joined(parts, ", ", " or ")
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn and(parts: &[String]) -> String {
    joined(parts, ", ", " and ")
}

fn joined(parts: &[String], comma: &str, last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{}{last}{end}", first.join(comma)),
    }
}

/// As many whole parts as fit into `budget` characters and `most` parts, joined by commas; then the number of those left out.
pub(crate) fn listed(parts: impl Iterator<Item = String>, most: usize, budget: usize) -> String {
    separated(parts, ", ", most, budget)
}

/// [`listed`] with another separator.
pub(crate) fn separated(parts: impl Iterator<Item = String>, by: &str, most: usize, budget: usize) -> String {
    let mut out = String::new();
    let mut shown = 0;
    let mut left_out = 0;
    for part in parts {
        let separator = if shown == 0 { "" } else { by };
        let fits = out.chars().count() + separator.len() + part.chars().count() <= budget;
        if left_out == 0 && shown < most && (fits || shown == 0) {
            out.push_str(separator);
            out.push_str(&part);
            shown += 1;
        } else {
            left_out += 1;
        }
    }
    if left_out > 0 {
        out.push_str(&format!("{by}… (+{left_out})"));
    }
    out
}

/// Names in as many texts as it takes to tell them all, each within `budget` characters; at most `most` texts.
pub(crate) fn chunks<'n>(names: impl Iterator<Item = &'n str>, most: usize, budget: usize) -> Vec<String> {
    let mut all: Vec<Vec<String>> = Vec::new();
    let mut length = 0;
    for part in names.map(name) {
        let wide = part.chars().count() + 2;
        let full = all.len() == most;
        match all.last_mut() {
            Some(current) if length + wide <= budget => {
                current.push(part);
                length += wide;
            }
            _ if full => break,
            _ => {
                all.push(vec![part]);
                length = wide;
            }
        }
    }
    all.into_iter().map(|names| names.join(", ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siz_words_are_cut_within_the_limit() {
        let text = cut("é".repeat(1_000_000));
        assert!(text.chars().count() <= limits::PROBLEM_CHARS);
        assert!(text.ends_with("… (+999716)"), "{text}");
        assert_eq!(cut("é".repeat(300)), "é".repeat(300));
    }

    #[test]
    fn gat_6_names_can_be_read_back_from_a_list() {
        assert_eq!(chunks(["a", "b, c", ""].into_iter(), 10, 100), [r#"a, "b, c", """#]);
        let names: Vec<String> = (0..100).map(|n| format!("name{n}")).collect();
        let told = chunks(names.iter().map(String::as_str), 10, 100);
        assert!(told.iter().all(|text| text.chars().count() <= 100));
        assert_eq!(told.join(", "), names.join(", "));
    }

    #[test]
    fn val_4_a_list_shows_whole_members_and_counts_the_rest() {
        let parts = || (0..9).map(|n| n.to_string());
        assert_eq!(listed(parts(), 50, 100), "0, 1, 2, 3, 4, 5, 6, 7, 8");
        assert_eq!(listed(parts(), 50, 7), "0, 1, 2, … (+6)");
        assert_eq!(listed(parts(), 2, 100), "0, 1, … (+7)");
    }
}
