//! F14–F18, F22: what is found before the first call.

use serde_json::{Value, json};
use wymcp_conformance::fixtures::{Counted, One, WithOutput};
use wymcp_router::{ActionSchema, Era, Mount, Offences};

use crate::support::{call, mount, refusal};

fn offences(schema: ActionSchema) -> Offences {
    Mount::builder("bad", "1")
        .tool(One::new(schema))
        .build()
        .expect_err("the mount was built")
}

/// The one offence of a property `x`, as a line.
fn of_property(schema: Value) -> String {
    let offences = offences(ActionSchema::new("Act").property("x", schema));
    let lines: Vec<String> = offences.iter().map(ToString::to_string).collect();
    assert_eq!(lines.len(), 1, "{lines:#?}");
    let line = lines.into_iter().next().unwrap();
    assert!(
        line.contains("one") && line.contains("act"),
        "tool and action are not named: {line}"
    );
    line
}

#[test]
fn f14_a_schema_of_a_rust_type_registers_and_carries_no_rust_format() {
    let mount = Mount::builder("typed", "1").tool(Counted).build().unwrap();
    let listed = mount.list(Era::Modern);
    let page = call(&mount, "help", json!({"tool": "counted", "action": "count"}));
    for format in ["uint64", "uint32", "uint", "int64", "\"float\"", "double"] {
        assert!(!listed.contains(format), "{format} in {listed}");
        assert!(!page.text().contains(format), "{format} in {}", page.text());
    }
    let page = page.json();
    assert_eq!(page["properties"]["big"]["minimum"], 0, "{page}");
    assert_eq!(page["properties"]["big"]["maximum"], u64::MAX, "{page}");
    let count = |big: Value| {
        call(
            &mount,
            "counted",
            json!({"action": "count", "data": {"big": big, "size": 1, "ratio": 0.5}}),
        )
    };
    assert!(!count(json!(u64::MAX)).is_error(), "{}", count(json!(u64::MAX)).text());
    for wrong in [json!(-1), json!(1.5), json!(1e20)] {
        assert_eq!(refusal(&count(wrong.clone()))["error"], "invalid_values", "{wrong}");
    }
}

#[test]
fn f14_a_hand_written_rust_format_is_an_offence() {
    let line = of_property(json!({"type": "integer", "format": "uint64"}));
    assert!(
        line.contains("/properties/x/format") && line.contains("uint64"),
        "{line}"
    );
}

#[test]
fn f15_listed_schemas_are_plain_at_their_root() {
    let listed: Value = serde_json::from_str(&mount().list(Era::Modern)).unwrap();
    let tools = listed.as_array().unwrap();
    assert_eq!(tools.len(), 5);
    for tool in tools {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        assert!(schema["properties"].is_object(), "{tool}");
        assert_eq!(schema["additionalProperties"], false, "{tool}");
        for word in ["oneOf", "anyOf", "allOf", "$ref"] {
            assert!(schema.get(word).is_none(), "{word} in {tool}");
        }
    }
}

#[test]
fn f16_another_dialect_is_never_read_as_this_one() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
        "definitions": {"n": {"type": "integer"}}, "properties": {"n": {"$ref": "#/definitions/n"}},
    });
    let offences = Mount::builder("bad", "1")
        .tool(WithOutput(schema))
        .build()
        .err()
        .unwrap();
    let text = offences.to_string();
    assert!(text.contains("draft-07") && text.contains("/$schema"), "{text}");
}

#[test]
fn f17_a_remote_reference_is_refused_and_never_fetched() {
    // A port that is listened at: a fetch would be seen.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let remote = format!("http://{}/x.json", listener.local_addr().unwrap());
    let reached = of_property(json!({ "$ref": remote.as_str() }));
    assert!(reached.contains("/properties/x/$ref"), "{reached}");
    let unreached = of_property(json!({"type": "string", "$defs": {"unused": {"$ref": remote.as_str()}}}));
    assert!(unreached.contains("/properties/x/$defs/unused/$ref"), "{unreached}");
    for elsewhere in [
        "file:///etc/hosts",
        "https://json-schema.org/draft/2020-12/schema",
        "//example.com/x.json",
        "x.json",
    ] {
        let line = of_property(json!({ "$ref": elsewhere }));
        assert!(
            line.contains("/properties/x/$ref") && line.contains("remote_reference"),
            "{line}"
        );
    }
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

#[test]
fn f18_a_circle_of_references_is_an_offence() {
    let circle =
        of_property(json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}));
    assert!(circle.contains("$ref"), "{circle}");
    for own in ["#", ""] {
        let line = of_property(json!({ "$ref": own }));
        assert!(
            line.contains("/properties/x/$ref") && line.contains("reference_cycle"),
            "{line}"
        );
        let within = of_property(json!({"anyOf": [{"type": "string"}, {"$ref": own}]}));
        assert!(within.contains("/properties/x/anyOf/1/$ref"), "{within}");
    }
    let negated = of_property(json!({"not": {"$ref": "#"}}));
    assert!(negated.contains("not"), "{negated}");
}

#[test]
fn f18_a_tree_that_refers_to_itself_registers_and_is_checked() {
    let tree = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#"}}},
    });
    let mount = Mount::builder("tree", "1")
        .tool(One::new(ActionSchema::new("Act").property("x", tree)))
        .build()
        .unwrap();
    let send = |x: Value| call(&mount, "one", json!({"action": "act", "data": {"x": x}}));
    assert!(!send(json!({"name": "a", "children": [{"name": "b", "children": []}]})).is_error());
    let wrong = refusal(&send(json!({"children": [{"children": [{"name": 1}]}]})));
    assert_eq!(wrong["invalid"][0]["path"], "/x/children/0/children/0/name");
    let unknown = refusal(&send(json!({"children": [{"children": [{"nam": "c"}]}]})));
    assert_eq!(unknown["unknown"], json!(["/x/children/0/children/0/nam"]));
}

#[test]
fn f22_what_is_declared_wrongly_is_found_at_registration() {
    let typo = of_property(json!({"type": "strng"}));
    assert!(typo.contains("/properties/x/type") && typo.contains("strng"), "{typo}");

    let act = || ActionSchema::new("Act").property("x", json!({"type": "integer", "maximum": 5}));
    let default = offences(act().default_to("x", 9)).to_string();
    assert!(default.contains("/defaults/x"), "{default}");
    let dead = offences(act().required(["x"]).default_to("x", 1)).to_string();
    assert!(dead.contains("/defaults/x"), "{dead}");
    let undeclared = offences(act().required(["y"])).to_string();
    assert!(
        undeclared.contains("/required/0") && undeclared.contains('y'),
        "{undeclared}"
    );
    let contained = offences(
        act()
            .property("y", json!({}))
            .required_one_of([vec!["x"], vec!["x", "y"]]),
    )
    .to_string();
    assert!(contained.contains("/required_one_of/"), "{contained}");

    let ninth =
        ActionSchema::from_json(&json!({"description": "Act", "properties": {}, "require": ["x"]})).unwrap_err();
    let ninth: Vec<String> = ninth.iter().map(ToString::to_string).collect();
    assert!(
        ninth[0].contains("require") && ninth[0].contains("required_one_of"),
        "{ninth:?}"
    );
}

#[test]
fn f22_a_range_without_members_is_the_authors_to_write() {
    // Allowed (ACT-9): no single pair of declarations is dead, and a schema that admits nothing is a schema.
    let mount = Mount::builder("empty", "1")
        .tool(One::new(
            ActionSchema::new("Act").property("x", json!({"type": "integer", "minimum": 5, "maximum": 1})),
        ))
        .build()
        .unwrap();
    assert!(call(&mount, "one", json!({"action": "act", "data": {"x": 3}})).is_error());
}
