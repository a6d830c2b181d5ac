//! The judge is judged: each rule is broken once, on a graph written down here.

use serde_json::{Value, json};

use super::graph::Graph;
use super::offences;

/// A workspace of the drawn crates with these edges (`from`, `to`, kind) beside the picture's own.
fn workspace(extra: &[(&str, &str, &str)]) -> Value {
    let drawn = super::PICTURE
        .iter()
        .flat_map(|(from, next)| next.iter().map(|to| (*from, *to, "normal")));
    let kept = [
        ("wymcp-valuegate", "jsonschema", "normal"),
        ("wymcp-router", "axum", "normal"),
        ("wymcp-router", "tokio", "normal"),
        ("wymcp-bound", "serde_json", "normal"),
        ("axum", "hyper", "normal"),
    ];
    let edges: Vec<(&str, &str, &str)> = drawn.chain(kept).chain(extra.iter().copied()).collect();
    let members: Vec<&str> = super::PICTURE.iter().map(|(name, _)| *name).collect();
    let mut names = members.clone();
    names.extend(edges.iter().flat_map(|(from, to, _)| [*from, *to]));
    names.sort_unstable();
    names.dedup();
    let nodes: Vec<Value> = names
        .iter()
        .map(|name| {
            let deps: Vec<Value> = edges
                .iter()
                .filter(|(from, ..)| from == name)
                .map(|(_, to, kind)| {
                    let kind = if *kind == "normal" { Value::Null } else { json!(kind) };
                    json!({"pkg": format!("id {to}"), "dep_kinds": [{"kind": kind}]})
                })
                .collect();
            json!({"id": format!("id {name}"), "deps": deps, "features": ["std"]})
        })
        .collect();
    json!({
        "packages": names.iter().map(|name| json!({"id": format!("id {name}"), "name": name})).collect::<Vec<_>>(),
        "workspace_members": members.iter().map(|name| format!("id {name}")).collect::<Vec<_>>(),
        "resolve": {"nodes": nodes},
    })
}

fn judged(extra: &[(&str, &str, &str)]) -> Vec<String> {
    offences(&Graph::read(&workspace(extra)).unwrap())
}

#[test]
fn the_picture_itself_is_clean() {
    assert_eq!(judged(&[]), Vec::<String>::new());
}

#[test]
fn an_edge_upwards_or_sideways_is_named() {
    assert_eq!(
        judged(&[
            ("wymcp-keyset", "wymcp-actions", "normal"),
            ("wymcp-actions", "wymcp-valuegate", "normal")
        ]),
        [
            "wymcp-actions → wymcp-valuegate (dependency): not below it",
            "wymcp-keyset → wymcp-actions (dependency): not below it",
        ]
    );
}

#[test]
fn a_dev_dependency_may_go_sideways_but_not_up() {
    assert_eq!(
        judged(&[
            ("wymcp-actions", "wymcp-valuegate", "dev"),
            ("wymcp-valuegate", "wymcp-router", "dev")
        ]),
        ["wymcp-valuegate → wymcp-router (dev-dependency): not below it"]
    );
}

#[test]
fn xtask_imports_none_of_ours_and_none_imports_it() {
    assert_eq!(
        judged(&[("xtask", "wymcp-bound", "dev"), ("wymcp-help", "xtask", "dev")]),
        [
            "wymcp-help → xtask (dev-dependency): not below it",
            "xtask → wymcp-bound (dev-dependency): not below it",
        ]
    );
}

#[test]
fn the_validator_is_named_by_its_keeper_alone() {
    assert_eq!(
        judged(&[
            ("wymcp-actions", "jsonschema", "normal"),
            ("wymcp-help", "jsonschema", "dev")
        ]),
        ["wymcp-actions → jsonschema (dependency): only wymcp-valuegate may"]
    );
}

#[test]
fn a_runtime_is_not_even_reached_below_the_router() {
    assert_eq!(
        judged(&[
            ("wymcp-actions", "innocent", "normal"),
            ("innocent", "tokio-util", "normal")
        ]),
        [
            "wymcp-actions → innocent → tokio-util: wymcp-actions may not even reach it",
            "wymcp-callbacksurface → wymcp-actions → innocent → tokio-util: wymcp-callbacksurface may not even reach it",
            "wymcp-help → wymcp-callbacksurface → wymcp-actions → innocent → tokio-util: wymcp-help may not even reach it",
            "wymcp-literal → wymcp-callbacksurface → wymcp-actions → innocent → tokio-util: wymcp-literal may not even reach it",
        ]
    );
}

#[test]
fn the_reusable_crate_needs_serde_json_alone() {
    assert_eq!(
        judged(&[("wymcp-keyset", "regex", "normal"), ("wymcp-keyset", "proptest", "dev")]),
        ["wymcp-keyset → regex (dependency): it promises serde_json alone"]
    );
}

#[test]
fn a_feature_that_changes_json_is_named() {
    let mut metadata = workspace(&[]);
    for node in metadata["resolve"]["nodes"].as_array_mut().unwrap() {
        if node["id"] == "id serde_json" {
            node["features"] = json!(["std", "preserve_order"]);
        }
    }
    assert_eq!(
        offences(&Graph::read(&metadata).unwrap()),
        ["serde_json is built with preserve_order"]
    );
}

#[test]
fn a_crate_that_is_not_drawn_is_named() {
    let mut metadata = workspace(&[]);
    metadata["packages"]
        .as_array_mut()
        .unwrap()
        .push(json!({"id": "id new", "name": "wymcp-new"}));
    metadata["workspace_members"]
        .as_array_mut()
        .unwrap()
        .push(json!("id new"));
    assert_eq!(
        offences(&Graph::read(&metadata).unwrap()),
        ["wymcp-new does not stand in the picture (xtask/src/deps.rs)"]
    );
}
