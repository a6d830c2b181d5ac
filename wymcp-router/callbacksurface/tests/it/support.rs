//! What the tests share: registering, calling, listening.

mod capture;

use std::sync::Arc;

use serde_json::{Map, Value};
use wymcp_callbacksurface::{CallFacts, CallResult, Registration, Served, View, call};

pub(crate) use capture::{Capture, Event};

/// Register a tool that is well formed.
pub(crate) fn registered(tool: impl Served) -> Arc<Registration> {
    match Registration::build(Arc::new(tool), None) {
        Ok(registration) => Arc::new(registration),
        Err(offences) => panic!("{offences:#?}"),
    }
}

pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        other => panic!("{other} is no object"),
    }
}

/// Call as an anonymous caller who sees everything.
pub(crate) async fn called(tool: &Arc<Registration>, arguments: Value) -> CallResult {
    call(
        Arc::clone(tool),
        View::everything(),
        object(arguments),
        CallFacts::default(),
    )
    .await
    .unwrap()
}

/// A value that nests so many levels.
pub(crate) fn nested(levels: usize) -> Value {
    (0..levels).fold(Value::from(1), |below, _| Value::Array(vec![below]))
}

pub(crate) fn nested_object(levels: usize) -> Map<String, Value> {
    Map::from_iter([("deep".to_owned(), nested(levels - 1))])
}
