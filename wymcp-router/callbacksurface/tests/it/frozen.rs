//! What was validated is what is served (SRF-2).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use wymcp_callbacksurface::{Era, Registration, Served, View};

use crate::fixture::{Made, plain_surface, sent};

#[test]
fn srf_2_a_tool_that_changes_its_mind_is_served_as_validated() {
    let tool = Arc::new(Made {
        surface: plain_surface(json!({"type": "object", "properties": {"a": {"type": "string"}}})),
        ..Made::default()
    });
    let served: Arc<dyn Served> = Arc::clone(&tool) as _;
    let registration = Registration::build(served, None).unwrap();
    let before = registration.definition(Era::Modern, &View::everything()).into_owned();
    assert_eq!(sent(&registration, json!({"a": "x"})), Ok(json!({"a": "x"})));
    assert!(sent(&registration, json!({"a": 1})).is_err());
    assert_eq!(registration.definition(Era::Modern, &View::everything()), before);
    assert_eq!(registration.description(), "Convert units");
    assert_eq!(tool.asked.load(Ordering::SeqCst), 1, "every callback is asked once");
    assert_eq!(tool.surface().description.as_deref(), Some("it changed its mind"));
}
