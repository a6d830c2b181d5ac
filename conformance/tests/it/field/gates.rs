//! F01–F13: calls that a model gets wrong.

use serde_json::{Value, json};
use wymcp_conformance::fixtures::{One, Tasks};
use wymcp_router::{ActionSchema, Mount};

use crate::support::{call, mount, received, refusal, refused, tasks, try_call};

/// The one invalid path of a refusal, and what is said of it.
fn invalid(refusal: &Value) -> (&str, &str) {
    assert_eq!(refusal["error"], "invalid_values", "{refusal}");
    assert_eq!(refusal["invalid_count"], 1, "{refusal}");
    let entry = &refusal["invalid"][0];
    (entry["path"].as_str().unwrap(), entry["problems"][0].as_str().unwrap())
}

#[test]
fn f01_a_quoted_number_is_refused_and_told_apart() {
    let refused_text = refused(json!({"action": "get", "data": {"project": "p", "number": "12"}}));
    let (path, problem) = invalid(&refused_text);
    assert_eq!(path, "/number");
    assert!(
        problem.contains("integer") && problem.contains('1') && problem.contains("got string"),
        "{problem}"
    );
    let fraction = refused(json!({"action": "get", "data": {"project": "p", "number": 12.5}}));
    assert_eq!(invalid(&fraction).0, "/number");
}

#[test]
fn f02_json_text_in_the_place_of_an_object_is_refused_as_such() {
    let refused = refused(json!({"action": "create", "data": "{\"title\":\"a\"}"}));
    assert_eq!(refused["error"], "invalid_argument_type");
    assert_eq!(
        refused["invalid"],
        json!([{"argument": "data", "expected": "object", "got": "string"}])
    );
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("send the object itself, not JSON text"),
        "{refused}"
    );
}

#[test]
fn f03_a_null_is_a_value_and_not_an_absence() {
    let due = refused(json!({"action": "create", "data": {"title": "a", "due": null}}));
    let (path, problem) = invalid(&due);
    assert_eq!(path, "/due");
    assert!(problem.contains("string") && problem.contains("got null"), "{problem}");
    assert_eq!(
        received(json!({"action": "list", "data": {"cursor": null}}))["data"]["cursor"],
        Value::Null
    );
    let title = refused(json!({"action": "create", "data": {"title": null}}));
    assert_eq!(invalid(&title).0, "/title");
}

#[test]
fn f04_absent_arguments_read_as_an_empty_object() {
    let mount = mount();
    let help = call(&mount, "help", json!({}));
    assert!(!help.is_error(), "{}", help.text());
    assert_eq!(help.json()["tools"].as_array().unwrap().len(), 5);
    // Absent and null `arguments` reach the mount as what they read as.
    let absent = refusal(&call(&mount, "tasks", Value::Null));
    assert_eq!(absent["error"], "missing_action");
    assert_eq!(absent["valid_actions"], json!(["create", "get", "list", "remove"]));
}

#[test]
fn f05_a_misspelt_argument_is_never_dropped() {
    let refused = refused(json!({"action": "list", "limt": 5}));
    assert_eq!(refused["error"], "unknown_arguments");
    assert_eq!(refused["unknown"], json!(["limt"]));
    assert_eq!(refused["allowed"], json!(["action", "data"]));
}

#[test]
fn f06_a_field_beside_data_is_sent_into_it() {
    let beside = refused(json!({"action": "create", "title": "a"}));
    assert_eq!(beside["error"], "unknown_arguments");
    assert_eq!(beside["unknown"], json!(["title"]));
    assert_eq!(beside["misplaced"], json!(["title"]));
    assert!(beside["message"].as_str().unwrap().contains("data"), "{beside}");
    let nameless = refused(json!({"title": "a"}));
    assert_eq!(nameless["error"], "unknown_arguments");
}

#[test]
fn f07_an_unknown_action_is_answered_with_all_names() {
    for (sent, near) in [("Create", true), ("delete", false)] {
        let refused = refused(json!({"action": sent, "data": {"title": "a"}}));
        assert_eq!(refused["error"], "unknown_action");
        assert_eq!(refused["action"], sent);
        assert_eq!(refused["valid_actions"], json!(["create", "get", "list", "remove"]));
        assert_eq!(refused.get("did_you_mean").is_some(), near, "{refused}");
    }
}

#[test]
fn f07_the_list_of_names_is_whole_however_many_actions_there_are() {
    let names: Vec<String> = (0..300).map(|n| format!("act{n:03}")).collect();
    let mount = Mount::builder("many", "1")
        .tool(wymcp_conformance::fixtures::many_actions(&names))
        .build()
        .unwrap();
    let refused = refusal(&call(&mount, "many", json!({"action": "zzz"})));
    assert_eq!(refused["valid_actions"], json!(names));
}

#[test]
fn f08_a_missing_field_is_named_and_the_pointer_is_a_call() {
    let mut texts = Vec::new();
    for arguments in [json!({"action": "create", "data": {}}), json!({"action": "create"})] {
        let result = tasks(arguments);
        let refused = refusal(&result);
        assert_eq!(refused["error"], "missing_required_fields");
        assert_eq!(refused["missing"], json!(["title"]));
        let pointer = refused["help"].as_str().unwrap().strip_prefix("help ").unwrap();
        let page = call(&mount(), "help", serde_json::from_str(pointer).unwrap());
        assert!(!page.is_error(), "{}", page.text());
        assert_eq!(page.json()["required"], json!(["title"]));
        texts.push(result.text().to_owned());
    }
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn f09_one_group_has_to_be_whole() {
    let refused = refused(json!({"action": "get", "data": {"project": "p"}}));
    assert_eq!(refused["error"], "missing_required_group");
    assert_eq!(refused["required_one_of"], json!([["id"], ["project", "number"]]));
    received(json!({"action": "get", "data": {"id": "x"}}));
    received(json!({"action": "get", "data": {"id": "x", "project": "p", "number": 1}}));
}

#[test]
fn f10_an_unknown_tool_is_a_protocol_error() {
    let error = try_call(&mount(), "taskz", json!({"action": "list"})).unwrap_err();
    assert_eq!(error.code(), -32602);
    assert!(error.message().contains("taskz"), "{error}");
}

#[test]
fn f11_a_refusal_of_a_huge_call_is_small() {
    let mut data = json!({"title": "a"});
    data["k".repeat(100_000)] = json!("v".repeat(1_000_000));
    let result = tasks(json!({"action": "create", "data": data}));
    let refused = refusal(&result);
    assert_eq!(refused["error"], "unknown_params");
    assert!(result.text().len() < 4_000, "{} bytes", result.text().len());
    assert!(refused["unknown"][0].as_str().unwrap().contains("… (+"), "{refused}");
    assert!(!result.text().contains("vvv"));

    let many: Value = (0..5_000)
        .map(|n| (format!("k{n:04}"), json!(n)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let mut data = many;
    data["title"] = json!("a");
    let refused = crate::support::refused(json!({"action": "create", "data": data}));
    assert_eq!(refused["unknown_count"], 5_000);
    let first: Vec<String> = (0..10).map(|n| format!("/k{n:04}")).collect();
    assert_eq!(refused["unknown"], json!(first));
}

#[test]
fn f12_a_union_is_told_by_its_forms() {
    let target = json!({"oneOf": [
        {"type": "object", "properties": {"user": {"type": "string"}}, "required": ["user"]},
        {"type": "object", "properties": {"team": {"type": "string"}}, "required": ["team"]},
    ]});
    let mount = Mount::builder("f12", "1")
        .tool(One::new(ActionSchema::new("Aim").property("target", target)))
        .build()
        .unwrap();
    let aim = |target: Value| call(&mount, "one", json!({"action": "act", "data": {"target": target}}));

    let unknown = refusal(&aim(json!({"usr": "a"})));
    assert_eq!(unknown["error"], "unknown_params");
    assert_eq!(unknown["unknown"], json!(["/target/usr"]));
    assert_eq!(unknown["allowed"]["/target"], json!(["team", "user"]));
    assert_eq!(
        unknown["did_you_mean"],
        json!([{"path": "/target/usr", "names": ["user"]}])
    );

    let empty = refusal(&aim(json!({})));
    let (path, problem) = invalid(&empty);
    assert_eq!(path, "/target");
    assert!(problem.contains("user") && problem.contains("team"), "{problem}");

    assert!(!aim(json!({"team": "t"})).is_error());
}

#[test]
fn f13_protocol_keys_inside_arguments_are_refused_and_sent_to_their_place() {
    let refused = refused(json!({"action": "list", "_meta": {"progressToken": 1}}));
    assert_eq!(refused["error"], "unknown_arguments");
    assert_eq!(refused["unknown"], json!(["_meta"]));
    let message = refused["message"].as_str().unwrap();
    assert!(message.contains("_meta") && message.contains("params"), "{message}");
}

/// GAT-9: a mount whose clients add keys of their own says so, and no other mount accepts them.
#[test]
fn f13_a_mount_may_name_keys_to_ignore() {
    let mount = Mount::builder("t", "1")
        .tool(Tasks)
        .ignore_keys(["_meta"])
        .build()
        .unwrap();
    let arguments = json!({"action": "list", "_meta": {"progressToken": 1}});
    assert_eq!(
        call(&mount, "tasks", arguments).json(),
        received(json!({"action": "list"}))
    );
    let other = refusal(&call(&mount, "tasks", json!({"action": "list", "meta": {}})));
    assert_eq!(
        (&other["error"], &other["allowed"]),
        (&json!("unknown_arguments"), &json!(["action", "data"]))
    );
}

/// GAT-9: what F01 to F03 refuse is taken as it was meant where the mount repairs, and the fraction, the missing title and the title that
/// is null are refused as ever.
#[test]
fn f01_f02_f03_are_repaired_where_the_mount_says_so() {
    let repairing = Mount::builder("t", "1").tool(Tasks).repair().build().unwrap();
    for (sent, meant, paths) in [
        (
            json!({"action": "get", "data": {"project": "p", "number": "12"}}),
            json!({"action": "get", "data": {"project": "p", "number": 12}}),
            vec!["/number"],
        ),
        (
            json!({"action": "create", "data": "{\"title\":\"a\"}"}),
            json!({"action": "create", "data": {"title": "a"}}),
            vec![""],
        ),
        (
            json!({"action": "create", "data": {"title": "a", "due": null}}),
            json!({"action": "create", "data": {"title": "a"}}),
            vec!["/due"],
        ),
    ] {
        let answer = call(&repairing, "tasks", sent);
        assert_eq!(
            (answer.json(), answer.repaired()),
            (
                received(meant),
                &paths.iter().map(ToString::to_string).collect::<Vec<_>>()[..]
            )
        );
    }
    for sent in [
        json!({"action": "get", "data": {"project": "p", "number": "12.5"}}),
        json!({"action": "create", "data": "{}"}),
        json!({"action": "create", "data": {"title": null}}),
    ] {
        assert_eq!(refusal(&call(&repairing, "tasks", sent.clone())), refused(sent));
    }
}
