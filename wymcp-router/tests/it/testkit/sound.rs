//! What is sound, and that every gate was tried for it.

use serde_json::json;
use wymcp_callbacksurface::Gate;
use wymcp_router::testkit::{Severity, examine, hold};
use wymcp_router::{ActionSchema, ActionTool, Context, Data, Failure, Mount, Offences, Reply, check_mount};

fn server() -> Result<Mount, Offences> {
    let described = |schema: serde_json::Value| {
        let mut schema = schema;
        schema["description"] = json!("What it is");
        schema
    };
    let notes = ActionTool::builder("notes", "Keeps notes")
        .action(
            "add",
            ActionSchema::new("Add a note")
                .property(
                    "text",
                    described(json!({"type": "string", "pattern": "^[A-Z].*[.]$", "minLength": 8})),
                )
                .property("due", described(json!({"type": ["string", "null"], "format": "date"})))
                .property(
                    "tags",
                    described(
                        json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true}),
                    ),
                )
                .required(["text", "tags"])
                .default_to("due", json!(null))
                .example(json!({"text": "Buy milk.", "tags": ["home"]}))
                .related(["find"]),
            async |_: Data, _: Context| -> Result<Reply, Failure> { unreachable!("the kit runs no action") },
        )
        .action(
            "find",
            ActionSchema::new("Find notes")
                .property("id", described(json!({"type": "integer", "minimum": 1})))
                .property("project", described(json!({"enum": ["home", "work"]})))
                .property("number", described(json!({"type": "integer"})))
                .required_one_of([vec!["id"], vec!["project", "number"]]),
            async |_: Data, _: Context| -> Result<Reply, Failure> { unreachable!("the kit runs no action") },
        );
    Mount::builder("notes-server", "1.0.0").tool(notes).build()
}

check_mount!(a_sound_server_passes, server());
check_mount!(a_described_server_passes_in_full, server(), strict);

#[test]
fn every_gate_is_provoked() {
    let report = examine(&server().unwrap());
    assert_eq!(report.findings(), []);
    for gate in Gate::ORDER {
        assert!(report.provoked(gate) > 0, "{gate:?}");
    }
    insta::assert_snapshot!(report, @r"
    `notes-server`: tools 1, operations 2, calls tried 25; refused by gate 1:2 2:4 3:2 4:2 5:2 6:1 7:2 8:6
    bytes: tools/list 787, help index 352, largest page 885 (notes), largest refusal 695 (notes.add invalid_values)
    0 broken, 0 doubtful
    ");
}

#[test]
fn what_is_doubtful_fails_a_strict_test_alone() {
    let build = || {
        let tool = ActionTool::builder("t", "T").action(
            "a",
            ActionSchema::new("A").property("bare", json!({"type": "string"})),
            async |_: Data, _: Context| Ok(Reply::new(json!({}))),
        );
        Mount::builder("s", "1").tool(tool).build()
    };
    assert!(hold(build, Severity::Broken).is_ok());
    let report = hold(build, Severity::Doubtful).unwrap_err();
    assert!(report.contains("undescribed_property"), "{report}");
}

#[test]
fn a_server_that_does_not_build_fails_with_its_offences() {
    let words = hold(|| Mount::builder("", "1").build(), Severity::Broken).unwrap_err();
    assert!(words.contains("missing_server_name"), "{words}");
}

#[test]
fn a_server_that_lists_other_bytes_when_it_is_built_again_is_told() {
    let count = std::cell::Cell::new(0);
    let build = || {
        count.set(count.get() + 1);
        let tool = ActionTool::builder("t", format!("Built as number {}", count.get())).action(
            "a",
            ActionSchema::new("A"),
            async |_: Data, _: Context| Ok(Reply::new(json!({}))),
        );
        Mount::builder("s", "1").tool(tool).build()
    };
    let report = hold(build, Severity::Broken).unwrap_err();
    assert!(report.contains("built twice, the server lists other bytes"), "{report}");
}

/// GAT-9: what a mount forgives changes nothing of what its gates say of a call as it was sent.
#[test]
fn a_mount_that_repairs_and_ignores_is_examined_strictly() {
    let tool = ActionTool::builder("t", "T").action(
        "a",
        ActionSchema::new("A")
            .property("n", json!({"type": "integer", "description": "A number"}))
            .required(["n"]),
        async |_: Data, _: Context| Ok(Reply::new(json!({}))),
    );
    let mount = Mount::builder("s", "1")
        .tool(tool)
        .ignore_keys(["sessionId"])
        .repair()
        .build()
        .unwrap();
    let report = examine(&mount);
    assert_eq!(report.findings(), []);
    assert_eq!(report.provoked(Gate::InvalidArgumentType), 2);
}
