//! What is sensitive, and the mount's policy for it (DEF-4).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use wymcp_router::{
    Action, ActionSchema, ActionTool, ActionToolBuilder, Context, Data, Decision, ErrorKind, Failure, Mount,
    MountBuilder, PlainTool, PlainToolBuilder, Policy, PolicyCall, Principal, Reply, Tool, actions,
};

actions! { pub enum FilesAction { List = "list", Purge = "purge" } }

/// A tool that calls one of its actions sensitive.
struct Files;

impl Tool for Files {
    type Action = FilesAction;

    fn name(&self) -> &str {
        "files"
    }

    fn description(&self) -> &str {
        "Keeps files"
    }

    fn schema(&self, action: FilesAction) -> ActionSchema {
        ActionSchema::new(format!("Does {}", action.name()))
            .property("folder", json!({"type": "string"}))
            .default_to("folder", "/")
    }

    fn sensitive(&self, action: FilesAction) -> bool {
        action == FilesAction::Purge
    }

    async fn run_action(&self, _: FilesAction, data: Data, _: &Context) -> Result<Reply, Failure> {
        Ok(Reply::new(data["folder"].clone()))
    }
}

fn plain(annotations: Value) -> PlainToolBuilder {
    PlainTool::builder("wipe")
        .description("Wipe the disk")
        .annotations(annotations)
        .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!("wiped"))) })
}

fn made() -> ActionToolBuilder {
    ActionTool::builder("made", "Made at run time")
        .action("look", ActionSchema::new("Look"), async |_, _| Ok(Reply::new(json!(1))))
        .action("cut", ActionSchema::new("Cut"), async |_, _| Ok(Reply::new(json!(2))))
}

fn builder() -> MountBuilder {
    Mount::builder("archive", "1")
}

fn denies(_: &PolicyCall<'_>) -> Decision {
    Decision::deny("ask the archivist")
}

async fn error_of(mount: &Mount, tool: &str, arguments: Value) -> Option<String> {
    let result = mount.call(tool, arguments).await.unwrap();
    result.is_error().then(|| {
        assert_eq!(result.error_kind(), Some(ErrorKind::Dispatch));
        result.json()["error"].as_str().unwrap_or_default().to_owned()
    })
}

async fn is_judged(builder: MountBuilder, tool: &str, arguments: Value) -> bool {
    let mount = builder
        .policy(denies)
        .build()
        .unwrap_or_else(|offences| panic!("{offences}"));
    error_of(&mount, tool, arguments).await == Some("denied_by_policy".to_owned())
}

#[tokio::test]
async fn def_4_the_tools_own_word_holds_an_action_to_the_policy() {
    assert!(is_judged(builder().tool(Files), "files", json!({"action": "purge"})).await);
    assert!(!is_judged(builder().tool(Files), "files", json!({"action": "list"})).await);
    assert!(!is_judged(builder().tool(made()), "made", json!({"action": "cut"})).await);
    assert!(
        is_judged(
            builder().tool(made().sensitive_action()),
            "made",
            json!({"action": "cut"})
        )
        .await
    );
    assert!(
        !is_judged(
            builder().tool(made().sensitive_action()),
            "made",
            json!({"action": "look"})
        )
        .await
    );
    assert!(is_judged(builder().tool(made().sensitive()), "made", json!({"action": "look"})).await);
    let first = ActionTool::builder("made", "Made at run time")
        .sensitive_action()
        .action("look", ActionSchema::new("Look"), async |_, _| Ok(Reply::new(json!(1))));
    assert!(is_judged(builder().tool(first), "made", json!({"action": "look"})).await);
}

#[tokio::test]
async fn def_4_annotations_make_a_tool_sensitive_and_none_takes_it_back() {
    for (annotations, is_sensitive) in [
        (json!({}), false),
        (json!({"destructiveHint": true}), true),
        (json!({"sensitive": true}), true),
        (json!({"destructiveHint": false, "sensitive": false}), false),
        (
            json!({"destructiveHint": true, "sensitive": false, "readOnlyHint": true}),
            true,
        ),
        (json!({"destructiveHint": false, "sensitive": true}), true),
    ] {
        let judged = is_judged(builder().tool(plain(annotations.clone())), "wipe", json!({})).await;
        assert_eq!(judged, is_sensitive, "{annotations}");
    }
    let harmless = json!({"readOnlyHint": true, "destructiveHint": false, "sensitive": false});
    assert!(is_judged(builder().tool(plain(harmless.clone()).sensitive()), "wipe", json!({})).await);
    let named = builder().tool(plain(harmless)).sensitive_tool("wipe");
    assert!(is_judged(named, "wipe", json!({})).await);
    let marked = made().annotations(json!({"sensitive": false})).sensitive_action();
    assert!(is_judged(builder().tool(marked), "made", json!({"action": "cut"})).await);
}

#[tokio::test]
async fn def_4_the_mount_names_more_and_a_name_that_nothing_has_is_an_offence() {
    let named = || builder().tool(made()).sensitive_action("made", "look");
    assert!(is_judged(named(), "made", json!({"action": "look"})).await);
    assert!(!is_judged(named(), "made", json!({"action": "cut"})).await);
    let offences = builder()
        .tool(made())
        .tool(plain(json!({})))
        .sensitive_tool("maid")
        .sensitive_action("made", "cuts")
        .sensitive_action("wipe", "all")
        .sensitive_tool("help")
        .build()
        .unwrap_err();
    let told: Vec<_> = offences
        .iter()
        .map(|offence| (offence.code(), offence.pointer(), offence.why()))
        .collect();
    insta::assert_debug_snapshot!(told);
    assert!(offences.iter().all(|offence| {
        offence
            .location()
            .is_some_and(|place| place.file().ends_with("policy.rs"))
    }));
}

#[tokio::test]
async fn def_4_a_denied_call_is_answered_in_the_gates_dialect_and_runs_nothing() {
    let mount = builder()
        .tool(Files)
        .tool(plain(json!({"sensitive": true})))
        .policy(denies)
        .build()
        .unwrap();
    let denied = mount
        .call("files", json!({"action": "purge", "data": {}}))
        .await
        .unwrap();
    insta::assert_snapshot!(denied.text());
    let denied = mount.call("wipe", json!({})).await.unwrap();
    insta::assert_snapshot!(denied.text());
    // GAT-10: the gates speak first.
    assert_eq!(
        error_of(&mount, "files", json!({"action": "purge", "data": {"folder": 1}}))
            .await
            .as_deref(),
        Some("invalid_values")
    );
    let page = mount
        .call("help", json!({"tool": "files", "action": "purge"}))
        .await
        .unwrap();
    assert!(!page.is_error(), "help explains what a policy judges");
}

#[tokio::test]
async fn def_4_a_policy_knows_the_caller_the_target_and_the_data_as_the_handler_would_get_it() {
    #[derive(Clone)]
    struct Tenant(&'static str);
    let seen: Arc<std::sync::Mutex<Vec<Value>>> = Arc::default();
    let noted = Arc::clone(&seen);
    let policy = move |call: &PolicyCall<'_>| {
        let tenant = call.context().extension::<Tenant>().map(|tenant| tenant.0);
        noted.lock().unwrap().push(json!([
            call.principal().map(Principal::id),
            call.tool(),
            call.action(),
            call.data(),
            tenant
        ]));
        Decision::Allow
    };
    let mount = builder().tool(Files).policy(policy).build().unwrap();
    let call = mount
        .call("files", json!({"action": "purge"}))
        .principal(Principal::new("ann"));
    let answer = call.extension(Tenant("acme")).await.unwrap();
    assert_eq!(answer.json(), "/");
    assert_eq!(
        *seen.lock().unwrap(),
        [json!(["ann", "files", "purge", {"folder": "/"}, "acme"])]
    );
}

/// Waits, then allows every second call.
struct Alternating(AtomicUsize);

impl Policy for Alternating {
    async fn judge(&self, _: &PolicyCall<'_>) -> Decision {
        tokio::task::yield_now().await;
        match self.0.fetch_add(1, Ordering::SeqCst) % 2 {
            0 => Decision::deny("this time"),
            _ => Decision::Allow,
        }
    }
}

#[tokio::test]
async fn def_4_a_policy_may_wait_and_is_asked_for_each_call() {
    let mount = builder()
        .tool(Files)
        .async_policy(Alternating(AtomicUsize::new(0)))
        .build()
        .unwrap();
    let purge = || error_of(&mount, "files", json!({"action": "purge"}));
    assert_eq!(
        (purge().await.is_some(), purge().await, purge().await.is_some()),
        (true, None, true)
    );
}

#[tokio::test]
async fn run_5_a_policy_that_panics_denies_and_tells_the_caller_nothing_of_it() {
    let panics = |_: &PolicyCall<'_>| -> Decision { panic!("the secret of the policy") };
    let mount = builder().tool(Files).policy(panics).build().unwrap();
    let denied = mount.call("files", json!({"action": "purge"})).await.unwrap();
    insta::assert_snapshot!(denied.text());
    assert_eq!(denied.error_kind(), Some(ErrorKind::Dispatch));
}

#[tokio::test]
async fn bnd_4_a_reason_is_bounded() {
    let long = |_: &PolicyCall<'_>| Decision::deny("no \u{202e}".repeat(10_000));
    let mount = builder().tool(Files).policy(long).build().unwrap();
    let denied = mount.call("files", json!({"action": "purge"})).await.unwrap();
    assert!(denied.text().len() < 2_000, "{}", denied.text().len());
    assert!(!denied.text().contains('\u{202e}'));
}

#[tokio::test]
async fn def_4_without_a_policy_what_is_sensitive_is_called_as_everything_else() {
    let mount = builder().tool(Files).build().unwrap();
    assert_eq!(error_of(&mount, "files", json!({"action": "purge"})).await, None);
}

/// DEF-6: a tool that comes while the mount is served is under its rules as well.
#[tokio::test]
async fn def_6_rules_hold_for_tools_that_come_later() {
    let mount = builder()
        .policy(denies)
        .ignore_keys(["sessionId"])
        .repair()
        .build()
        .unwrap();
    mount.tools().add(Files).unwrap();
    assert_eq!(
        error_of(&mount, "files", json!({"action": "purge", "sessionId": 1}))
            .await
            .as_deref(),
        Some("denied_by_policy")
    );
    let listed = mount
        .call("files", json!({"action": "list", "data": r#"{"folder":"/a"}"#}))
        .await
        .unwrap();
    assert_eq!((listed.json(), listed.repaired()), (json!("/a"), &[String::new()][..]));
    let declares = PlainTool::builder("declares")
        .description("Declares what is ignored")
        .input_schema(json!({"type": "object", "properties": {"sessionId": {"type": "string"}}}))
        .handler(async |_, _| Ok(Reply::new(json!(1))));
    assert_eq!(
        mount.tools().add(declares).unwrap_err().iter().next().unwrap().code(),
        "ignored_property"
    );
}
