//! How outcomes become results (RUN-2, RUN-3, RUN-4, RUN-6).

use serde_json::Value;
use wymcp_bound::json;

use crate::{CallResult, Content, ErrorKind, Object};

/// What the framework adds to a tool's own answer.
#[derive(Debug, Default)]
pub(crate) struct Additions {
    pub(crate) hints: Vec<Value>,
    pub(crate) context: Option<Object>,
}

impl Additions {
    fn is_empty(&self) -> bool {
        self.hints.is_empty() && self.context.is_none()
    }

    /// Whether a value has to be wrapped to hold them (RUN-3).
    pub(crate) fn wrap(&self, value: &Value) -> bool {
        !self.is_empty()
            && !value
                .as_object()
                .is_some_and(|object| !object.contains_key("hints") && !object.contains_key("context"))
    }

    fn add_to(self, object: &mut Object) {
        if !self.hints.is_empty() {
            object.insert("hints".to_owned(), Value::Array(self.hints));
        }
        if let Some(context) = self.context {
            object.insert("context".to_owned(), Value::Object(context));
        }
    }

    /// The additions on their own, as a text block; nothing when there are none.
    fn into_block(self) -> Option<Content> {
        (!self.is_empty()).then(|| {
            let mut object = Object::new();
            self.add_to(&mut object);
            block(&object)
        })
    }
}

/// A response. With an output schema the value is sent as the action gave it, and what is added follows as a second block.
pub(crate) fn succeeded(
    value: Option<Value>,
    blocks: Vec<Content>,
    additions: Additions,
    has_output: bool,
) -> CallResult {
    let Some(value) = value else {
        let content = blocks.into_iter().chain(additions.into_block()).collect();
        return CallResult::new(content, None, None);
    };
    if has_output {
        let first = text(&value);
        let content = std::iter::once(first)
            .chain(additions.into_block())
            .chain(blocks)
            .collect();
        return CallResult::new(content, Some(value), None);
    }
    let first = if additions.is_empty() {
        text(&value)
    } else {
        block(&joined(value, additions))
    };
    let content = std::iter::once(first).chain(blocks).collect();
    CallResult::new(content, None, None)
}

/// A failure: words or blocks alone; with a hint context, JSON that carries the words.
pub(crate) fn failed(words: String, blocks: Vec<Content>, additions: Option<Additions>) -> CallResult {
    let last = match additions {
        Some(additions) => {
            let mut object = Object::from_iter([("error".to_owned(), Value::String(words))]);
            additions.add_to(&mut object);
            Some(block(&object))
        }
        None if blocks.is_empty() => Some(Content::text(words)),
        None => None,
    };
    let content = blocks.into_iter().chain(last).collect();
    CallResult::new(content, None, Some(ErrorKind::Tool))
}

/// A value that can hold the additions without a clash holds them itself; any other is wrapped.
fn joined(value: Value, additions: Additions) -> Object {
    let is_wrapped = additions.wrap(&value);
    let mut object = match value {
        Value::Object(object) if !is_wrapped => object,
        value => Object::from_iter([("result".to_owned(), value)]),
    };
    additions.add_to(&mut object);
    object
}

/// Room for a short answer.
const ROOM: usize = 128;

fn text(value: &Value) -> Content {
    let mut text = String::with_capacity(ROOM);
    json::write(&mut text, value);
    Content::text(text)
}

fn block(object: &Object) -> Content {
    let mut text = String::with_capacity(ROOM);
    json::write_object(&mut text, object);
    Content::text(text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn hint() -> Additions {
        Additions {
            hints: vec![json!({"action": "a"})],
            context: None,
        }
    }

    fn context() -> Additions {
        Additions {
            hints: Vec::new(),
            context: Some(Object::from_iter([("k".to_owned(), json!(1))])),
        }
    }

    fn texts(result: &CallResult) -> Vec<&str> {
        result.content().iter().map(|block| block.as_text().unwrap()).collect()
    }

    #[test]
    fn run_3_an_object_without_a_clash_holds_what_is_added() {
        let result = succeeded(Some(json!({"z": 1})), Vec::new(), hint(), false);
        assert_eq!(texts(&result), [r#"{"hints":[{"action":"a"}],"z":1}"#]);
        let result = succeeded(Some(json!({})), Vec::new(), context(), false);
        assert_eq!(texts(&result), [r#"{"context":{"k":1}}"#]);
    }

    #[test]
    fn run_3_a_value_is_wrapped_only_when_something_is_added_and_it_cannot_hold_it() {
        for value in [
            json!([1]),
            json!("a"),
            json!(null),
            json!({"hints": 1}),
            json!({"context": {}}),
        ] {
            let wrapped = succeeded(Some(value.clone()), Vec::new(), context(), false);
            assert_eq!(wrapped.json(), json!({"result": value, "context": {"k": 1}}));
            let bare = succeeded(Some(value.clone()), Vec::new(), Additions::default(), false);
            assert_eq!(texts(&bare), [value.to_string()]);
        }
    }

    #[test]
    fn run_3_an_empty_context_is_still_a_context() {
        let empty = Additions {
            hints: Vec::new(),
            context: Some(Object::new()),
        };
        assert_eq!(
            texts(&succeeded(Some(json!(1)), Vec::new(), empty, false)),
            [r#"{"context":{},"result":1}"#]
        );
    }

    #[test]
    fn run_6_with_an_output_schema_the_value_stays_as_given_and_additions_follow() {
        let result = succeeded(
            Some(json!({"b": 1, "a": 2})),
            vec![Content::text("block")],
            hint(),
            true,
        );
        assert_eq!(
            texts(&result),
            [r#"{"a":2,"b":1}"#, r#"{"hints":[{"action":"a"}]}"#, "block"]
        );
        assert_eq!(result.structured(), Some(&json!({"a": 2, "b": 1})));
    }

    #[test]
    fn run_7_blocks_stand_as_given_and_additions_last() {
        let blocks = || vec![Content::text("one"), Content::text("two")];
        assert_eq!(
            texts(&succeeded(None, blocks(), Additions::default(), false)),
            ["one", "two"]
        );
        assert_eq!(
            texts(&succeeded(None, blocks(), context(), false)),
            ["one", "two", r#"{"context":{"k":1}}"#]
        );
        assert_eq!(
            texts(&succeeded(Some(json!(1)), blocks(), Additions::default(), false)),
            ["1", "one", "two"]
        );
    }

    #[test]
    fn run_4_a_failure_is_words_or_json_with_its_hint_context() {
        let blocks = || vec![Content::text("block")];
        assert_eq!(texts(&failed("no".to_owned(), Vec::new(), None)), ["no"]);
        assert_eq!(
            texts(&failed("no".to_owned(), Vec::new(), Some(hint()))),
            [r#"{"error":"no","hints":[{"action":"a"}]}"#]
        );
        assert_eq!(
            texts(&failed("no".to_owned(), Vec::new(), Some(Additions::default()))),
            [r#"{"error":"no"}"#]
        );
        assert_eq!(texts(&failed("no".to_owned(), blocks(), None)), ["block"]);
        assert_eq!(
            texts(&failed("no".to_owned(), blocks(), Some(context()))),
            ["block", r#"{"context":{"k":1},"error":"no"}"#]
        );
        assert_eq!(
            failed(String::new(), Vec::new(), None).error_kind(),
            Some(ErrorKind::Tool)
        );
    }
}
