//! Plain tools from a JSON value (DEF-3), and what their annotations say (DEF-4).

use serde_json::{Value, json};
use wymcp_callbacksurface::{Context, Data, Era, PlainTool, PlainToolBuilder, Reply, View};

use crate::support::{called, registered};

fn echo(arguments: Data, _: Context) -> std::future::Ready<Result<Reply, wymcp_callbacksurface::Failure>> {
    std::future::ready(Ok(Reply::new(Value::Object(arguments.into_inner()))))
}

fn of(definition: &Value) -> PlainToolBuilder {
    PlainTool::from_json(definition).handler(echo)
}

fn lines(tool: &PlainToolBuilder) -> String {
    let told = tool
        .validate()
        .map_or_else(|offences| offences.to_string(), |()| "no offence".to_owned());
    // Not the line of this test.
    told.lines()
        .map(|line| line.split(", declared at").next().unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

#[tokio::test]
async fn def_3_a_definition_is_listed_as_it_was_read() {
    let definition = json!({
        "name": "echo",
        "title": "Echo",
        "description": "Says it again",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"], "additionalProperties": false},
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true},
        "icons": [{"src": "https://example.com/i.png"}],
        "_meta": {"com.example/k": 1},
    });
    let echo = registered(of(&definition));
    let listed: Value = serde_json::from_str(&echo.definition(Era::Modern, &View::everything())).unwrap();
    assert_eq!(listed, definition);
    assert_eq!(
        called(&echo, json!({"text": "a"})).await.structured(),
        Some(&json!({"text": "a"}))
    );
}

#[test]
fn def_3_both_spellings_of_a_schema_are_read() {
    let snake = json!({"name": "echo", "description": "Says it again", "input_schema": {"type": "object"}, "output_schema": {"type": "object"}});
    assert_eq!(lines(&of(&snake)), "no offence");
    assert!(
        registered(of(&snake))
            .definition(Era::Modern, &View::everything())
            .contains(r#""inputSchema":"#)
    );
    let mut both = snake;
    both["inputSchema"] = json!({"type": "object"});
    both["outputSchema"] = json!({"type": "object"});
    insta::assert_snapshot!(lines(&of(&both)));
}

#[test]
fn def_3_an_unknown_key_is_told_with_the_known_ones() {
    let definition =
        json!({"name": "echo", "descripton": "Says it again", "inputSchema": {"type": "object"}, "a/b": null});
    insta::assert_snapshot!(lines(&of(&definition)));
}

#[test]
fn def_3_a_member_of_a_wrong_type_is_one_offence() {
    let definition = json!({
        "name": 7, "title": ["x"], "description": null, "inputSchema": [], "outputSchema": "{}", "annotations": [], "icons": {}, "_meta": 1,
    });
    insta::assert_snapshot!(lines(&of(&definition)));
    insta::assert_snapshot!(lines(&PlainTool::from_json(&json!([{"name": "echo"}]))));
}

#[test]
fn def_2_an_offence_of_a_definition_names_the_line_that_read_it() {
    let (tool, line) = (PlainTool::from_json(&json!({"nme": "echo"})), line!());
    let offences = tool.validate().unwrap_err();
    assert_eq!(offences.iter().next().unwrap().location().unwrap().line(), line);
}

#[test]
fn def_4_a_tool_is_sensitive_when_one_of_two_annotations_says_so() {
    let with = |annotations: Value| {
        registered(of(
            &json!({"name": "t", "description": "t", "inputSchema": {"type": "object"}, "annotations": annotations}),
        ))
        .is_sensitive(None)
    };
    assert!(with(json!({"destructiveHint": true})));
    assert!(with(json!({"sensitive": true, "destructiveHint": false})));
    // One way only: nothing takes it away.
    assert!(with(
        json!({"destructiveHint": true, "sensitive": false, "readOnlyHint": true})
    ));
    assert!(!with(json!({"sensitive": false, "readOnlyHint": false})));
    assert!(!with(json!({})));
}
