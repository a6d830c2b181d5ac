//! VIS-1: what is hidden behaves, byte for byte, as what does not exist.

use serde_json::{Value, json};
use wymcp_conformance::fixtures::One;
use wymcp_router::{ActionSchema, ActionTool, ActionToolBuilder, Era, Hint, Mount, MountBuilder, Principal, Reply};

use crate::support::block_on;

/// The tool `notes`; without what the others hide, when `whole` is false.
fn notes(whole: bool) -> ActionToolBuilder {
    let text = || json!({"type": "string"});
    let mut read = ActionSchema::new("Read a note")
        .property("id", text())
        .required(["id"])
        .notes("Cheap");
    // What names a hidden thing is left out of what others say.
    read = if whole {
        read.related([
            "write",
            "shred",
            "vault",
            "vault.open",
            "vault/open",
            "vault open",
            "attic",
            "attic.climb",
            "notes.shred",
            "vault.nothing",
        ])
    } else {
        read.related(["write"])
    };
    let mut tool = ActionTool::builder("notes", "Notes")
        .action("read", read, async |_, _| {
            Ok(Reply::new(json!({"text": "x"})).with_hints([("id", json!(1))]))
        })
        .action(
            "write",
            ActionSchema::new("Write a note").property("text", text()),
            async |_, _| Ok(Reply::new(json!({}))),
        );
    if whole {
        tool = tool.action(
            "shred",
            ActionSchema::new("Shred a note").property("id", text()),
            async |_, _| Ok(Reply::new(json!({}))),
        );
    }
    tool.hints(move |_, _, _| {
        let mut hints = vec![Hint::new("write", "Change it")];
        if whole {
            hints.push(Hint::new("shred", "Be rid of it"));
            hints.push(Hint::new("open", "Look into the vault").on("vault"));
        }
        hints
    })
}

fn vault() -> ActionToolBuilder {
    ActionTool::builder("vault", "A vault").action("open", ActionSchema::new("Open it"), async |_, _| {
        Ok(Reply::new(json!({})))
    })
}

/// A tool of which every action is hidden.
fn attic() -> ActionToolBuilder {
    ActionTool::builder("attic", "An attic").action("climb", ActionSchema::new("Climb up"), async |_, _| {
        Ok(Reply::new(json!({})))
    })
}

fn shown(principal: Option<&Principal>, tool: &str, action: Option<&str>) -> bool {
    principal.is_some_and(|principal| principal.id() == "root")
        || !matches!(
            (tool, action),
            ("vault", _) | ("notes", Some("shred")) | ("attic", Some(_))
        )
}

fn builder() -> MountBuilder {
    Mount::builder("filtered", "1").tool(One::new(ActionSchema::new("Act").property("x", json!({}))))
}

fn filtered() -> Mount {
    builder()
        .tool(notes(true))
        .tool(vault())
        .tool(attic())
        .visible(shown)
        .build()
        .unwrap()
}

/// The mount that never had what the other hides; its filter shows all there is.
fn without() -> Mount {
    builder().tool(notes(false)).visible(|_, _, _| true).build().unwrap()
}

/// Calls that would tell a hidden thing from one that does not exist.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("notes", json!({"action": "read", "data": {"id": "1"}})),
        ("notes", json!({"action": "shred", "data": {"id": "1"}})),
        ("notes", json!({"action": "shredd"})),
        ("notes", json!({"action": "Shred", "data": 1, "zz": 1})),
        ("notes", json!({"action": "shred", "id": "1"})),
        ("notes", json!({"action": "shred", "zz": 1})),
        ("notes", json!({"action": 1})),
        ("notes", json!({})),
        ("notes", json!({"action": "read"})),
        ("notes", json!({"action": "read", "data": {"id": 1, "zz": 2}})),
        ("vault", json!({"action": "open"})),
        ("vault", json!("not an object")),
        ("vaultt", json!({})),
        ("attic", json!({"action": "climb"})),
        ("help", json!({})),
        ("help", json!({"tool": "notes"})),
        ("help", json!({"tool": "notes", "action": "read"})),
        ("help", json!({"tool": "notes", "action": "shred"})),
        ("help", json!({"tool": "notes", "action": "shre"})),
        ("help", json!({"tool": "vault"})),
        ("help", json!({"tool": "vaul"})),
        ("help", json!({"tool": "vault", "action": "open"})),
        ("help", json!({"tool": "attic"})),
        ("help", json!({"action": "shred"})),
        ("help", json!({"tool": "one"})),
    ]
}

/// What a call gives, as text.
fn answer(mount: &Mount, tool: &str, arguments: &Value, principal: Option<Principal>) -> String {
    block_on(async {
        let call = mount.call(tool, arguments.clone());
        let call = match principal {
            Some(principal) => call.principal(principal),
            None => call,
        };
        match call.await {
            Ok(result) => serde_json::to_string(&result).unwrap(),
            Err(error) => format!("{} {}", error.code(), error.message()),
        }
    })
}

#[test]
fn vis_1_a_hidden_thing_is_answered_as_one_that_does_not_exist() {
    let (filtered, without) = (filtered(), without());
    for era in [Era::Modern, Era::Legacy] {
        assert_eq!(filtered.list(era), without.list(era));
    }
    for (tool, arguments) in calls() {
        let hidden = answer(&filtered, tool, &arguments, None);
        assert_eq!(hidden, answer(&without, tool, &arguments, None), "{tool} {arguments}");
        // Names that the caller did not say himself stay unsaid.
        let said = format!("{tool} {arguments}");
        for secret in ["Be rid", "Shred a note", "Climb", "A vault", "An attic"] {
            assert!(!hidden.contains(secret), "{secret} in the answer to {said}: {hidden}");
        }
    }
}

#[test]
fn vis_1_whoever_may_see_it_is_served() {
    let filtered = filtered();
    let root = || Some(Principal::new("root"));
    for (tool, arguments) in [
        ("notes", json!({"action": "shred", "data": {"id": "1"}})),
        ("vault", json!({"action": "open"})),
        ("attic", json!({"action": "climb"})),
        ("help", json!({"tool": "vault", "action": "open"})),
    ] {
        let served = answer(&filtered, tool, &arguments, root());
        assert!(!served.contains("isError"), "{served}");
    }
    let hinted = answer(
        &filtered,
        "notes",
        &json!({"action": "read", "data": {"id": "1"}}),
        root(),
    );
    assert!(hinted.contains("shred") && hinted.contains("vault"), "{hinted}");
    let page = answer(&filtered, "help", &json!({"tool": "notes", "action": "read"}), root());
    assert!(page.contains("shred"), "{page}");
    // Somebody else is nobody.
    assert_eq!(
        answer(
            &filtered,
            "vault",
            &json!({"action": "open"}),
            Some(Principal::new("ann"))
        ),
        answer(&filtered, "vault", &json!({"action": "open"}), None)
    );
}

#[test]
fn run_5_a_filter_that_panics_hides_what_it_was_asked_about() {
    let mount = builder()
        .tool(vault())
        .visible(|_, tool, _| {
            assert_ne!(tool, "vault", "the filter's own mistake");
            true
        })
        .build()
        .unwrap();
    let without = builder().visible(|_, _, _| true).build().unwrap();
    assert_eq!(mount.list(Era::Modern), without.list(Era::Modern));
    let call = json!({"action": "open"});
    assert_eq!(
        answer(&mount, "vault", &call, None),
        answer(&without, "vault", &call, None)
    );
}

#[test]
fn vis_1_help_cannot_be_hidden() {
    let mount = builder().visible(|_, _, _| false).build().unwrap();
    assert!(answer(&mount, "help", &json!({}), None).contains(r#"\"tools\":["#));
    assert!(mount.list(Era::Modern).contains(r#""name":"help""#));
}
