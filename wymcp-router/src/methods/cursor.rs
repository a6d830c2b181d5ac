//! Cursors: where a page of a list begins, as opaque text (wire contract N6).
//!
//! A cursor is a place and nothing more: whoever makes one up sees what the list shows anyway, and a provider checks its own part.
//! The checksum is there so that a cursor of another list, a cut one and a mistyped one are told from a good one.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use wymcp_bound::json_type;
use wymcp_callbacksurface::{Position, Resume};

use crate::rpc::Params;
use crate::wire::Rejection;

/// Where the page begins that a request of this list asks for.
pub(super) fn of(params: &Params, list: &str) -> Result<Position, Rejection> {
    match params.get("cursor") {
        None | Some(Value::Null) => Ok(Position::START),
        Some(Value::String(cursor)) => read(list, cursor).ok_or_else(unknown),
        Some(other) => Err(Rejection::params(format!(
            "`cursor` must be a string, got {}",
            json_type(other)
        ))),
    }
}

/// No page gave it out.
pub(super) fn unknown() -> Rejection {
    Rejection::params("`cursor` is none that this server gave out")
}

pub(super) fn write(list: &str, position: &Position) -> String {
    let (tag, text) = match &position.resume {
        Resume::Start => (0, ""),
        Resume::After(key) => (1, key.as_str()),
        Resume::Cursor(cursor) => (2, cursor.as_str()),
    };
    let source = u32::try_from(position.source).unwrap_or(u32::MAX);
    let mut bytes = vec![tag];
    bytes.extend(source.to_be_bytes());
    bytes.extend(text.bytes());
    bytes.extend(checksum(list, &bytes).to_be_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

fn read(list: &str, cursor: &str) -> Option<Position> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (said, sum) = bytes.split_last_chunk::<8>()?;
    if *sum != checksum(list, said).to_be_bytes() {
        return None;
    }
    let (tag, rest) = said.split_first()?;
    let (source, text) = rest.split_first_chunk::<4>()?;
    let text = String::from_utf8(text.to_vec()).ok()?;
    let resume = match tag {
        0 if text.is_empty() => Resume::Start,
        1 => Resume::After(text),
        2 => Resume::Cursor(text),
        _ => return None,
    };
    Some(Position {
        source: usize::try_from(u32::from_be_bytes(*source)).ok()?,
        resume,
    })
}

/// FNV-1a, the same in every process that serves the list.
fn checksum(list: &str, bytes: &[u8]) -> u64 {
    list.bytes()
        .chain([0])
        .chain(bytes.iter().copied())
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn positions() -> impl Strategy<Value = Position> {
        let resume = prop_oneof![
            Just(Resume::Start),
            any::<String>().prop_map(Resume::After),
            any::<String>().prop_map(Resume::Cursor),
        ];
        (0..1_000usize, resume).prop_map(|(source, resume)| Position { source, resume })
    }

    proptest! {
        #[test]
        fn n_6_a_cursor_is_read_as_it_was_written_and_by_its_own_list_alone(position in positions()) {
            let cursor = write("prompts/list", &position);
            prop_assert_eq!(read("prompts/list", &cursor), Some(position));
            prop_assert_eq!(read("resources/list", &cursor), None);
            prop_assert!(cursor.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')));
        }

        #[test]
        fn n_6_a_changed_cursor_is_none(position in positions(), at in any::<prop::sample::Index>(), to in "[A-Za-z0-9_-]") {
            let cursor = write("prompts/list", &position);
            let mut changed: Vec<String> = cursor.chars().map(String::from).collect();
            let place = at.index(changed.len());
            prop_assume!(changed[place] != to);
            changed[place] = to;
            prop_assert_eq!(read("prompts/list", &changed.concat()), None);
            prop_assert_eq!(read("prompts/list", &cursor[..cursor.len() - 1]), None);
        }

        #[test]
        fn n_6_no_text_is_mistaken_for_a_cursor(text in "\\PC{0,60}") {
            prop_assert_eq!(read("prompts/list", &text), None);
        }
    }
}
