//! Fenced code blocks of a Markdown text.

use crate::shell::Outcome;

/// One fenced block.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The first word after the fence, up to a comma.
    pub(crate) language: String,
    /// What follows the first comma, as rustdoc reads it (`ignore`, `no_run`).
    pub(crate) flags: String,
    /// The value of `title="…"`.
    pub(crate) title: Option<String>,
    /// The line on which the fence stands, counted from one.
    pub(crate) line: usize,
    /// The lines between the fences.
    pub(crate) text: String,
}

/// All blocks in order. A fence that is never closed is an error, because everything after it would be lost.
pub(crate) fn read(markdown: &str) -> Outcome<Vec<Block>> {
    let mut blocks = Vec::new();
    let mut lines = markdown.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let open = line.trim_start();
        let fence: String = open.chars().take_while(|c| *c == '`').collect();
        if fence.len() < 3 {
            continue;
        }
        let indent = line.len() - open.len();
        let mut text = String::new();
        loop {
            let Some((line, _)) = lines.next() else {
                return Err(format!("the block of line {number} is never closed").into());
            };
            if line.trim() == fence {
                break;
            }
            text.push_str(
                line.get(indent..)
                    .filter(|_| line.starts_with(&" ".repeat(indent)))
                    .unwrap_or(line),
            );
            text.push('\n');
        }
        blocks.push(block(&open[fence.len()..], number, text));
    }
    Ok(blocks)
}

fn block(info: &str, line: usize, text: String) -> Block {
    let words = info.split_whitespace().next().unwrap_or_default();
    let (language, flags) = words.split_once(',').unwrap_or((words, ""));
    let title = info.split_once("title=\"").and_then(|(_, rest)| rest.split_once('"'));
    Block {
        language: language.to_owned(),
        flags: flags.to_owned(),
        title: title.map(|(title, _)| title.to_owned()),
        line,
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_flags_and_title_are_read_off_the_fence() {
        let text = "a\n```rust,no_run title=\"src/main.rs\"\nfn main() {}\n```\n  ```sh\n  ls\n  ```\n";
        let blocks = read(text).unwrap();
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[0].language, "rust");
        assert_eq!(blocks[0].flags, "no_run");
        assert_eq!(blocks[0].title.as_deref(), Some("src/main.rs"));
        assert_eq!((blocks[0].line, blocks[0].text.as_str()), (2, "fn main() {}\n"));
        assert_eq!((blocks[1].language.as_str(), blocks[1].text.as_str()), ("sh", "ls\n"));
    }

    #[test]
    fn a_longer_fence_holds_a_shorter_one() {
        let blocks = read("````md\n```rust\n```\n````\n").unwrap();
        assert_eq!(blocks.len(), 1);
        assert_eq!(blocks[0].text, "```rust\n```\n");
    }

    #[test]
    fn an_open_fence_is_an_error() {
        assert_eq!(
            read("x\n```rust\nfn main() {}\n").unwrap_err().to_string(),
            "the block of line 2 is never closed"
        );
    }
}
