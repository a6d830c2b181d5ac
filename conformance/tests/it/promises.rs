//! Promises that stand on their own: each with the input that keeps it and the one that breaks it.

use serde_json::{Value, json};
use wymcp_router::{ActionSchema, ActionTool, Mount, Reply};

use crate::support::{block_on, mount};

/// Whether a tool of one action registers.
fn registers(schema: ActionSchema) -> bool {
    let tool =
        ActionTool::builder("tool", "Many\nlines").action("act", schema, |_, _| async { Ok(Reply::new(json!(1))) });
    Mount::builder("promises", "1").tool(tool).build().is_ok()
}

/// The refusal of a call, as JSON.
async fn refusal(tool: &str, arguments: Value) -> Value {
    let answer = mount().call(tool, arguments).await.unwrap();
    assert!(answer.is_error());
    answer.json()
}

#[test]
fn act_2_txt_3_newlines_are_legal_everywhere_but_in_the_halves_of_a_summary() {
    assert!(registers(ActionSchema::new("One line").notes("two\nlines")));
    assert!(!registers(ActionSchema::new("two\nlines")));
    assert!(!registers(ActionSchema::new("two\rlines")));
    assert!(!registers(ActionSchema::new("  ")));
}

#[test]
fn act_3_json_writes_properties_and_may_leave_the_rest_out() {
    assert!(ActionSchema::from_json(&json!({"description": "d", "properties": {"a": true}})).is_ok());
    assert!(ActionSchema::from_json(&json!({"description": "d"})).is_err());
}

#[test]
fn gat_4_absent_data_is_an_empty_object_and_null_is_a_wrong_type() {
    block_on(async {
        assert!(
            !mount()
                .call("tasks", json!({"action": "list"}))
                .await
                .unwrap()
                .is_error()
        );
        for arguments in [json!({"action": "list", "data": null}), json!({"action": null})] {
            assert_eq!(refusal("tasks", arguments).await["error"], "invalid_argument_type");
        }
    });
}

#[test]
fn gat_5_near_names_are_offered_and_far_ones_are_not() {
    block_on(async {
        let near = refusal("tasks", json!({"action": "CREAT"})).await;
        assert_eq!(near["did_you_mean"], json!(["create"]));
        let far = refusal("tasks", json!({"action": "zzzzzzzz"})).await;
        assert_eq!(far.get("did_you_mean"), None);
    });
}

#[test]
fn gat_8_action_tools_and_help_name_keys_before_types() {
    block_on(async {
        for (tool, stray, mistyped) in [
            ("tasks", json!({"action": 1, "zz": 1}), json!({"action": 1})),
            ("help", json!({"tool": 1, "zz": 1}), json!({"tool": 1})),
        ] {
            assert_eq!(refusal(tool, stray).await["error"], "unknown_arguments");
            assert_eq!(refusal(tool, mistyped).await["error"], "invalid_argument_type");
        }
    });
}
