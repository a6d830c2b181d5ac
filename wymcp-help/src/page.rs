//! One action's page, with room for what is known only when it is asked for.

use serde_json::Value;
use wymcp_bound::json::{write, write_object, write_str};
use wymcp_callbacksurface::Object;

/// The members that only a call can give.
const CONTEXT: &str = "context";

/// An action page as stored: the members before `context` in code point order, and those behind it (LST-2).
#[derive(Debug)]
pub(crate) struct Page {
    before: String,
    behind: String,
}

impl Page {
    /// The page of an action, from its entry at tool level, a JSON object as text.
    pub(crate) fn of(tool: &str, action: &str, entry: &str) -> Self {
        let mut members: Object = serde_json::from_str(entry).unwrap_or_default();
        members.insert("tool".to_owned(), Value::from(tool));
        members.insert("action".to_owned(), Value::from(action));
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_unstable_by_key(|(key, _)| *key);
        let (mut before, mut behind) = ("{".to_owned(), String::new());
        for (index, (key, value)) in sorted.into_iter().enumerate() {
            let half = if key.as_str() < CONTEXT {
                &mut before
            } else {
                &mut behind
            };
            if index > 0 {
                half.push(',');
            }
            write_str(half, key);
            half.push(':');
            write(half, value);
        }
        behind.push('}');
        Self { before, behind }
    }

    /// The page as sent.
    pub(crate) fn text(&self, context: Option<&Object>) -> String {
        let mut text = String::with_capacity(self.before.len() + self.behind.len());
        text.push_str(&self.before);
        if let Some(context) = context {
            // `action` stands before it on every page.
            text.push(',');
            write_str(&mut text, CONTEXT);
            text.push(':');
            write_object(&mut text, context);
        }
        text.push_str(&self.behind);
        text
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn hlp_7_a_page_is_the_same_object_with_and_without_context() {
        let entry =
            json!({"type": "object", "additionalProperties": false, "required": [], "properties": {}}).to_string();
        let page = Page::of("t", "a", &entry);
        let without: Value = serde_json::from_str(&page.text(None)).unwrap();
        let context = Object::from_iter([("k".to_owned(), json!([1]))]);
        let mut with: Value = serde_json::from_str(&page.text(Some(&context))).unwrap();
        assert_eq!(with.as_object_mut().unwrap().remove("context"), Some(json!({"k": [1]})));
        assert_eq!(with, without);
        assert_eq!((&without["tool"], &without["action"]), (&json!("t"), &json!("a")));
    }

    #[test]
    fn lst_2_keys_stand_in_code_point_order_with_context_in_its_place() {
        let text = Page::of("t", "a", r#"{"b":1,"d":2}"#).text(Some(&Object::new()));
        assert_eq!(text, r#"{"action":"a","b":1,"context":{},"d":2,"tool":"t"}"#);
    }
}
