//! Tools made from data (DEF-1, DEF-2, SRF-5).

use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionSchema, ActionTool, Context, Data, ErrorKind, Offences, PlainTool, PlainToolBuilder, Reply, Served, ToolSet,
    check,
};

use crate::support::{called, registered};

fn upper() -> PlainToolBuilder {
    PlainTool::builder("upper")
        .description("Write in capitals")
        .input_schema(json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}))
        .handler(|arguments: Data, ctx: Context| async move {
            Ok(Reply::new(
                json!({"text": arguments["text"].as_str().unwrap().to_uppercase(), "by": ctx.tool()}),
            ))
        })
}

fn codes(offences: &Offences) -> Vec<&'static str> {
    offences.iter().map(|offence| offence.code()).collect()
}

#[tokio::test]
async fn def_1_a_plain_tool_is_called_with_its_arguments() {
    for tool in [registered(upper()), registered(upper().build().unwrap())] {
        assert_eq!(
            called(&tool, json!({"text": "a"})).await.json(),
            json!({"text": "A", "by": "upper"})
        );
        let refused = called(&tool, json!({"txt": "a", "text": "a"})).await;
        assert_eq!(
            (refused.error_kind(), &refused.json()["error"]),
            (Some(ErrorKind::Dispatch), &json!("unknown_params"))
        );
    }
}

#[tokio::test]
async fn def_1_a_handler_without_arguments_lists_and_admits_none() {
    let ping = PlainTool::builder("ping")
        .description("Answer")
        .handler_without_arguments(|_| async { Ok(Reply::new(json!("pong"))) });
    let ping = registered(ping.build().unwrap());
    let definition: Value = serde_json::from_str(&ping.definition(
        wymcp_callbacksurface::Era::Modern,
        &wymcp_callbacksurface::View::everything(),
    ))
    .unwrap();
    assert_eq!(
        definition["inputSchema"],
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
    assert_eq!(called(&ping, json!({})).await.json(), "pong");
    assert!(called(&ping, json!({"x": 1})).await.is_error());
}

#[test]
fn def_2_the_builder_finds_every_mistake_at_once() {
    let offences = PlainTool::builder("")
        .description(" ")
        .annotations(json!({"readOnlyHint": "yes"}))
        .build()
        .unwrap_err();
    assert_eq!(
        codes(&offences),
        [
            "missing_name",
            "missing_description",
            "invalid_annotations",
            "missing_input_schema",
            "missing_handler"
        ]
    );
}

#[test]
fn def_2_root_composition_is_an_offence_unless_the_tool_allows_it() {
    let composed = || {
        let one = json!({"type": "object", "properties": {"a": {}}});
        PlainTool::builder("tool")
            .description("Takes either")
            .input_schema(json!({"type": "object", "anyOf": [one]}))
            .handler(|_, _| async { Ok(Reply::new(1)) })
    };
    assert_eq!(codes(&composed().build().unwrap_err()), ["root_composition"]);
    assert!(composed().allow_root_composition().build().is_ok());
}

#[test]
fn def_2_an_offence_names_the_line_that_built_the_tool() {
    let half = PlainTool::builder("tool")
        .description("No handler")
        .input_schema(json!({"type": "object"}));
    let (offences, line) = (half.build().unwrap_err(), line!());
    let location = offences.iter().next().unwrap().location().unwrap();
    assert!(location.file().ends_with("builders.rs"), "{location}");
    assert_eq!(location.line(), line);
}

/// RUN-6: what would be lost without a word is an offence.
#[test]
fn def_2_an_output_schema_before_the_first_action_is_an_offence() {
    let line = line!() + 2;
    let tool = ActionTool::builder("lamp", "The lamp in the hall")
        .output_schema(json!({"type": "object"}))
        .action("read", ActionSchema::new("Read"), async |_, _| {
            Ok(Reply::new(json!({})))
        });
    let offences = tool.build().unwrap_err();
    let [offence] = &offences.iter().collect::<Vec<_>>()[..] else {
        panic!("{offences}")
    };
    assert_eq!(offence.location().map(std::panic::Location::line), Some(line));
    insta::assert_snapshot!(
        offence.to_string().split(", declared at").next().unwrap(),
        @"tool `lamp`, output_schema: an output schema is that of the action before it, and there is none yet; wanted an action before it; write `output_schema` behind the action whose answers it describes [undeclared_action]"
    );
}

#[test]
fn def_2_a_mount_collects_the_offences_of_builders_with_all_others() {
    let half: Arc<dyn Served> = Arc::new(
        PlainTool::builder("half")
            .description("No handler")
            .input_schema(json!({"type": "object"})),
    );
    let empty: Arc<dyn Served> = Arc::new(ActionTool::builder("empty", "No actions"));
    let offences = ToolSet::build(vec![(half, None), (empty, None)]).unwrap_err();
    assert_eq!(codes(&offences), ["missing_handler", "no_actions"]);
}

#[test]
fn srf_5_the_check_of_one_tool_is_the_mounts_own() {
    assert!(check(upper()).is_ok());
    let broken =
        || ActionTool::builder("help", "").action("a\nb", ActionSchema::new(""), |_, _| async { Ok(Reply::new(1)) });
    let alone = check(broken()).unwrap_err();
    let mounted = ToolSet::build(vec![(Arc::new(broken()), None)]).unwrap_err();
    assert_eq!(codes(&alone), codes(&mounted));
    assert!(codes(&alone).contains(&"reserved_name"), "{alone}");
}

#[test]
fn srf_3_all_of_a_definition_can_be_built_from_data() {
    let tool = upper()
        .title("Upper")
        .annotations(json!({"readOnlyHint": true}))
        .icons(json!([{"src": "https://example.com/i.png"}]))
        .meta(json!({"com.example/k": 1}))
        .output_schema(json!({"type": "object"}));
    let definition = registered(tool)
        .definition(
            wymcp_callbacksurface::Era::Modern,
            &wymcp_callbacksurface::View::everything(),
        )
        .into_owned();
    insta::assert_snapshot!(definition);
    let actions = ActionTool::builder("acts", "Acts")
        .title("Acts")
        .annotations(json!({"destructiveHint": false}))
        .icons(json!([{"src": "data:image/png;base64,AA=="}]))
        .meta(json!({"k": 1}))
        .action("act", ActionSchema::new("Act"), |_, _| async { Ok(Reply::new(1)) })
        .output_schema(json!({"type": "integer"}));
    let definition = registered(actions.build().unwrap())
        .definition(
            wymcp_callbacksurface::Era::Modern,
            &wymcp_callbacksurface::View::everything(),
        )
        .into_owned();
    insta::assert_snapshot!(definition);
}
