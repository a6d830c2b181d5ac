//! Guesses at strings.

use serde_json::Value;

use super::pattern;
use crate::graph::Rule;

/// Characters of the longest string that is made.
const LONGEST: u64 = 4_096;

/// Texts of the formats that VAL-1 knows, two of each, so that a list of different ones can be made.
const FORMATS: [(&str, [&str; 2]); 17] = [
    ("date", ["2024-02-29", "2026-01-31"]),
    ("date-time", ["2024-02-29T10:00:00Z", "2026-01-31T10:00:00Z"]),
    ("duration", ["P1D", "PT1H"]),
    ("email", ["ann@example.org", "bob@example.org"]),
    ("hostname", ["example.org", "example.com"]),
    ("ipv4", ["192.0.2.1", "192.0.2.2"]),
    ("ipv6", ["2001:db8::1", "2001:db8::2"]),
    ("iri", ["https://example.org/", "https://example.com/"]),
    ("iri-reference", ["/", "/a"]),
    ("json-pointer", ["", "/a"]),
    ("regex", ["a", "b"]),
    ("relative-json-pointer", ["0", "1"]),
    ("time", ["10:00:00Z", "11:00:00Z"]),
    ("uri", ["https://example.org/", "https://example.com/"]),
    ("uri-reference", ["/", "/a"]),
    ("uri-template", ["/{a}", "/{b}"]),
    (
        "uuid",
        [
            "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
            "00000000-0000-4000-8000-000000000000",
        ],
    ),
];

/// Texts that may fit, the shortest first.
pub(super) fn guesses(rules: &[&Rule], most: usize) -> Vec<Value> {
    let least = rules.iter().fold(0, |least, rule| match rule {
        Rule::Length(here, _) => least.max(*here),
        _ => least,
    });
    let Ok(least) = usize::try_from(least.min(LONGEST + 1)) else {
        return Vec::new();
    };
    let mut texts: Vec<String> = Vec::new();
    for rule in rules {
        match rule {
            Rule::Format(leaf) => {
                let known = FORMATS.iter().find(|(name, _)| *name == leaf.text());
                texts.extend(known.iter().flat_map(|(_, texts)| texts).map(|text| (*text).to_owned()));
            }
            Rule::Pattern(leaf) => texts.extend(pattern::matching(leaf.text(), least, most)),
            _ => {}
        }
    }
    if texts.is_empty() {
        texts.extend(plain(least, most));
    }
    texts.into_iter().map(Value::from).collect()
}

/// Texts of a length that differ in their last letter, and longer ones.
fn plain(least: usize, most: usize) -> Vec<String> {
    let mut texts = vec!["a".repeat(least)];
    let letters = ('a'..='z')
        .take(most)
        .map(|last| format!("{}{last}", "a".repeat(least.saturating_sub(1))));
    texts.extend(letters);
    texts.extend((1..most.min(64)).map(|more| "a".repeat(least + more)));
    texts
}
