//! Lists in messages, short however long they are.

use wymcp_bound::echo;

/// Names that a message repeats of what was sent; the lists beside it have more.
const SHOWN: usize = 3;

/// `` `a`, `b` and `c` ``: the author's names, all of them.
pub(super) fn names<'n>(names: impl Iterator<Item = &'n str>, joint: &str) -> String {
    let quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {joint} {last}", first.join(", ")),
    }
}

/// `` `a`, `b`, `c` and 4997 more ``: what a caller sent, bounded (BND-1); `count` is of all.
pub(super) fn some_names(sent: &[&str], count: usize) -> String {
    let shown: Vec<String> = sent
        .iter()
        .take(SHOWN)
        .map(|name| format!("`{}`", echo(name)))
        .collect();
    more(&shown, count)
}

/// The same of data paths, which are bounded already.
pub(super) fn some_paths(paths: &[String], count: usize) -> String {
    let shown: Vec<String> = paths.iter().take(SHOWN).map(|path| format!("`{path}`")).collect();
    more(&shown, count)
}

fn more(shown: &[String], count: usize) -> String {
    let left_out = count.saturating_sub(shown.len());
    if left_out > 0 {
        format!("{} and {left_out} more", shown.join(", "))
    } else {
        shown.join(", ")
    }
}

/// `a` or `an`, for a JSON type.
pub(super) fn article(json_type: &str) -> &'static str {
    if json_type.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    }
}
