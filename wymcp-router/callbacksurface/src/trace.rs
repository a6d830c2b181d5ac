//! W3C trace context of a request (OBS-1, wire contract D6).

use serde_json::Value;

use crate::Object;

/// The ids of a `traceparent`: whose trace a call belongs to, and below which span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TraceParent<'m> {
    pub(crate) trace_id: &'m str,
    pub(crate) parent_id: &'m str,
}

impl<'m> TraceParent<'m> {
    /// Read from `_meta`; what is not in the W3C form is no trace context and never a reason to fail a call.
    pub(crate) fn of(meta: &'m Object) -> Option<Self> {
        Self::parse(meta.get("traceparent").and_then(Value::as_str)?)
    }

    /// `version-trace_id-parent_id-flags` in lower-case hexadecimal; a later version may carry more behind it.
    fn parse(text: &'m str) -> Option<Self> {
        let mut parts = text.split('-');
        let (version, trace_id, parent_id, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let well_formed = is_hex(version, 2) && is_hex(trace_id, 32) && is_hex(parent_id, 16) && is_hex(flags, 2);
        let nothing_more = parts.next().is_none();
        let given = |id: &str| id.bytes().any(|digit| digit != b'0');
        (well_formed && version != "ff" && (nothing_more || version != "00") && given(trace_id) && given(parent_id))
            .then_some(Self { trace_id, parent_id })
    }
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    const PARENT: &str = "b7ad6b7169203331";

    #[test]
    fn obs_1_a_well_formed_traceparent_is_read() {
        let read = Some(TraceParent {
            trace_id: TRACE,
            parent_id: PARENT,
        });
        assert_eq!(TraceParent::parse(&format!("00-{TRACE}-{PARENT}-01")), read);
        assert_eq!(
            TraceParent::parse(&format!("cc-{TRACE}-{PARENT}-01-what-the-future-brings")),
            read
        );
    }

    #[test]
    fn obs_1_anything_else_is_no_trace_context() {
        let zeros = "0".repeat(32);
        for text in [
            String::new(),
            "00-1-2-3".to_owned(),
            format!("00-{TRACE}-{PARENT}"),
            format!("00-{TRACE}-{PARENT}-01-more"),
            format!("ff-{TRACE}-{PARENT}-01"),
            format!("00-{}-{PARENT}-01", TRACE.to_uppercase()),
            format!("00-{zeros}-{PARENT}-01"),
            format!("00-{TRACE}-{}-01", &zeros[..16]),
            format!("00-{TRACE}é-{PARENT}-01"),
        ] {
            assert_eq!(TraceParent::parse(&text), None, "{text}");
        }
        assert_eq!(
            TraceParent::of(&Object::from_iter([("traceparent".to_owned(), Value::from(7))])),
            None
        );
    }
}
