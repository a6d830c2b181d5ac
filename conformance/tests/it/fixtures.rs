//! The fixture server has what the official suite asks for: a fixture that is missing fails some scenarios and lets others pass by accident.

use serde_json::{Value, json};
use wymcp_conformance::fixture_server::mount;
use wymcp_router::{Facts, Mount};

use crate::support::block_on;

const TOOLS: [&str; 27] = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_progress",
    "test_tool_with_logging",
    "test_sampling",
    "test_elicitation",
    "test_elicitation_sep1034_defaults",
    "test_elicitation_sep1330_enums",
    "test_missing_capability",
    "test_streaming_elicitation",
    "test_logging_tool",
    "test_trigger_tool_change",
    "test_trigger_prompt_change",
    "test_input_required_result_elicitation",
    "test_input_required_result_sampling",
    "test_input_required_result_list_roots",
    "test_input_required_result_request_state",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
    "test_input_required_result_capabilities",
    "json_schema_2020_12_tool",
    "test_reconnection",
];
const PROMPTS: [&str; 5] = [
    "test_simple_prompt",
    "test_prompt_with_arguments",
    "test_prompt_with_embedded_resource",
    "test_prompt_with_image",
    "test_input_required_result_prompt",
];
const RESOURCES: [&str; 3] = ["test://static-text", "test://static-binary", "test://watched-resource"];

/// The entries of a list, by this member of theirs.
async fn listed(mount: &Mount, method: &str, member: &str, key: &str) -> Vec<String> {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }}});
    let answer = mount.handle(request.to_string().as_bytes(), Facts::bare()).await;
    let body: Value = serde_json::from_str(&answer.body.unwrap()).unwrap();
    let entries = body["result"][member].as_array().unwrap().iter();
    entries.map(|entry| entry[key].as_str().unwrap().to_owned()).collect()
}

fn lacks<'w>(wanted: &[&'w str], has: &[String]) -> Vec<&'w str> {
    let missing = wanted.iter().filter(|name| !has.iter().any(|other| other == *name));
    missing.copied().collect()
}

#[test]
fn every_fixture_of_the_official_suite_is_there() {
    block_on(async {
        let mount = mount().unwrap();
        let tools = mount.tools().names();
        assert_eq!(
            tools[0], "test_simple_text",
            "the suite calls the first tool without arguments"
        );
        let prompts = listed(&mount, "prompts/list", "prompts", "name").await;
        let resources = listed(&mount, "resources/list", "resources", "uri").await;
        let templates = listed(&mount, "resources/templates/list", "resourceTemplates", "uriTemplate").await;
        let missing = [
            lacks(&TOOLS, &tools),
            lacks(&PROMPTS, &prompts),
            lacks(&RESOURCES, &resources),
            lacks(&["test://template/{id}/data"], &templates),
        ];
        assert!(missing.concat().is_empty(), "{missing:?}");
    });
}

#[test]
fn def_6_what_is_said_to_change_changes() {
    block_on(async {
        let mount = mount().unwrap();
        let tools = mount.tools().names();
        let prompts = listed(&mount, "prompts/list", "prompts", "name").await;
        let trigger = |tool: &'static str| mount.call(tool, json!({}));
        for tool in ["test_trigger_tool_change", "test_trigger_prompt_change"] {
            assert!(!trigger(tool).await.unwrap().is_error());
        }
        assert_eq!(mount.tools().names().len(), tools.len() + 1);
        assert!(!trigger("test_dynamic_tool").await.unwrap().is_error());
        let more = listed(&mount, "prompts/list", "prompts", "name").await;
        assert_eq!(more.len(), prompts.len() + 1);
        for tool in ["test_trigger_tool_change", "test_trigger_prompt_change"] {
            assert!(!trigger(tool).await.unwrap().is_error());
        }
        assert_eq!(mount.tools().names(), tools);
        assert_eq!(listed(&mount, "prompts/list", "prompts", "name").await, prompts);
    });
}
