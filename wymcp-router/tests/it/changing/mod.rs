//! Tools that change while they are served (DEF-6, SRF-7).

mod careless;
mod model;

use std::future::IntoFuture as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use wymcp_router::{
    ActionSchema, ActionTool, Context, Data, Era, Failure, Manifest, Mount, PlainTool, PlainToolBuilder, Principal,
    Reply,
};

use crate::gate::Gate;

/// A tool that says what it was made with.
fn saying(name: &str, words: &'static str) -> PlainToolBuilder {
    PlainTool::builder(name)
        .description(words)
        .handler_without_arguments(move |_: Context| async move { Ok(Reply::new(json!(words))) })
}

fn mount() -> Mount {
    Mount::builder("plugin-host", "1.0.0")
        .tool(saying("one", "the first"))
        .tool(saying("two", "the second"))
        .build()
        .unwrap()
}

async fn says(mount: &Mount, tool: &str) -> Value {
    mount.call(tool, json!({})).await.unwrap().json()
}

fn listed(mount: &Mount, era: Era) -> Vec<String> {
    let tools: Vec<Value> = serde_json::from_str(&mount.list(era)).unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

/// The names in the index of help.
async fn index(mount: &Mount) -> Vec<String> {
    let page = mount.call("help", json!({})).await.unwrap().json();
    let tools = page["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["tool"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn def_6_what_is_added_is_listed_called_and_explained() {
    let mount = mount();
    mount.tools().add(saying("aaa", "a third")).unwrap();
    assert_eq!(mount.tools().names(), ["aaa", "one", "two", "help"]);
    for era in [Era::Modern, Era::Legacy] {
        assert_eq!(listed(&mount, era), ["aaa", "one", "two", "help"]);
    }
    assert_eq!(index(&mount).await, ["aaa", "one", "two", "help"]);
    assert_eq!(says(&mount, "aaa").await, "a third");
    let page = mount.call("help", json!({"tool": "aaa"})).await.unwrap().json();
    assert_eq!(page["description"], "a third");
}

#[tokio::test]
async fn def_6_what_is_removed_is_as_unknown_as_what_never_was() {
    let mount = mount();
    let never = mount.call("three", json!({})).await.unwrap_err();
    mount.tools().remove("one").unwrap();
    let error = mount.call("one", json!({})).await.unwrap_err();
    assert_eq!(
        (error.code(), error.to_string()),
        (never.code(), "unknown tool `one`".to_owned())
    );
    assert_eq!(listed(&mount, Era::Modern), ["two", "help"]);
    let refused = mount.call("help", json!({"tool": "one"})).await.unwrap();
    assert_eq!(refused.json()["valid_tools"], json!(["two", "help"]));
}

#[tokio::test]
async fn def_6_what_is_replaced_keeps_its_place_and_calls_go_on_with_what_they_began_with() {
    let gate = Gate::default();
    let mount = Mount::builder("plugin-host", "1.0.0")
        .keep_mount_order()
        .tool(gate.tool())
        .tool(saying("one", "the first"))
        .build()
        .unwrap();
    let running = tokio::spawn(mount.call("wait", json!({})).into_future());
    gate.inner.begun.notified().await;

    mount.tools().replace(saying("wait", "waits no longer")).unwrap();
    mount.tools().add(saying("another", "comes last")).unwrap();

    assert_eq!(mount.tools().names(), ["wait", "one", "another", "help"]);
    assert_eq!(says(&mount, "wait").await, "waits no longer");
    gate.inner.go.notify_one();
    assert_eq!(running.await.unwrap().unwrap().json(), "waited");
}

#[tokio::test]
async fn def_6_changes_that_belong_together_are_made_together() {
    let mount = mount();
    mount
        .update(|tools| {
            tools
                .remove("one")
                .add(saying("one", "made anew"))
                .replace(saying("two", "made over"));
            tools.add(saying("brief", "comes")).remove("brief");
        })
        .unwrap();
    assert_eq!(index(&mount).await, ["one", "two", "help"]);
    assert_eq!(
        (says(&mount, "one").await, says(&mount, "two").await),
        (json!("made anew"), json!("made over"))
    );
    mount.update(|_| {}).unwrap();
}

#[tokio::test]
async fn def_6_every_offence_is_told_at_once_and_nothing_changes() {
    let mount = mount();
    let before = mount.list(Era::Modern);
    let offences = mount
        .update(|tools| {
            tools.add(saying("three", "would be fine"));
            tools.add(saying("one", "is there"));
            tools.replace(saying("four", "is not there"));
            tools.remove("five").remove("help");
            tools.add(ActionTool::builder("six", " "));
            tools.add(saying("help", "is reserved"));
        })
        .unwrap_err();
    let told: Vec<String> = offences
        .iter()
        .map(|offence| offence.to_string().split(", declared at").next().unwrap().to_owned())
        .collect();
    insta::assert_snapshot!(told.join("\n"));
    assert!(
        offences
            .iter()
            .all(|offence| offence.location().unwrap().file() == file!())
    );
    assert_eq!(mount.list(Era::Modern), before);
    assert!(mount.call("three", json!({})).await.is_err());
}

/// What a file of plain tools says, each with its name as its description.
fn manifest(names: &[&str]) -> Manifest {
    let tools: Vec<Value> = names
        .iter()
        .map(|name| json!({"name": name, "description": format!("{name} of the file"), "input_schema": {"type": "object"}}))
        .collect();
    let manifest = Manifest::from_json(&json!({"tools": tools})).in_file("tools.json");
    names.iter().fold(manifest, |manifest, name| {
        manifest.bind_plain(name, async |_, _| Ok(Reply::new("of the file")))
    })
}

#[tokio::test]
async fn def_6_a_manifest_is_loaded_whole_and_what_it_has_no_longer_goes_if_it_is_reloaded() {
    let mount = mount();
    mount
        .update(|tools| {
            tools.load(manifest(&["aaa", "one"]));
        })
        .unwrap();
    assert_eq!(mount.tools().names(), ["aaa", "one", "two", "help"]);
    assert_eq!(says(&mount, "one").await, "of the file");
    mount
        .update(|tools| {
            tools.load(manifest(&["bbb"]));
        })
        .unwrap();
    assert_eq!(mount.tools().names(), ["aaa", "bbb", "one", "two", "help"]);
    mount
        .update(|tools| {
            tools.reload(manifest(&["bbb", "ccc"]).in_file("other.json"));
        })
        .unwrap();
    assert_eq!(
        mount.tools().names(),
        ["aaa", "bbb", "ccc", "one", "two", "help"],
        "of another file nothing goes"
    );
    mount
        .update(|tools| {
            tools.reload(manifest(&["aaa"]));
        })
        .unwrap();
    assert_eq!(
        mount.tools().names(),
        ["aaa", "bbb", "ccc", "two", "help"],
        "what code mounted stays, and what another file has taken over"
    );
    mount
        .update(|tools| {
            tools.reload(manifest(&[]));
        })
        .unwrap();
    assert_eq!(mount.tools().names(), ["bbb", "ccc", "two", "help"]);
}

#[tokio::test]
async fn def_6_a_manifest_with_an_offence_changes_nothing_and_all_offences_are_told() {
    let mount = mount();
    let before = mount.list(Era::Modern);
    let broken = json!({"tool": [], "tools": [
        {"name": "aaa", "description": "fine", "input_schema": {"type": "object"}},
        {"name": "bbb", "description": " ", "input_schema": {"type": "object"}},
        {"name": "aaa", "description": "again", "input_schema": {"type": "object"}},
    ]});
    let broken = Manifest::from_json(&broken).in_file("tools.json");
    let offences = mount
        .update(|tools| {
            tools.reload(broken).remove("three");
        })
        .unwrap_err();
    let told: Vec<String> = offences
        .iter()
        .map(|offence| offence.to_string().split(", declared at").next().unwrap().to_owned())
        .collect();
    // The line that loads the manifest stands in the words of a name that is taken twice.
    let told = told.join("\n");
    let (before_line, behind) = told.split_once(" is mounted at ").unwrap();
    let (_, behind) = behind.split_once(';').unwrap();
    insta::assert_snapshot!(format!("{before_line} is mounted here;{behind}"));
    assert_eq!(mount.list(Era::Modern), before);
}

#[tokio::test]
async fn vis_1_what_comes_while_serving_is_hidden_like_the_rest() {
    let mount = Mount::builder("plugin-host", "1.0.0")
        .visible(|principal, tool, _| tool != "secret" || principal.map(Principal::id) == Some("ann"))
        .build()
        .unwrap();
    mount.tools().add(saying("secret", "for ann")).unwrap();
    mount.tools().add(saying("open", "for all")).unwrap();
    assert_eq!(listed(&mount, Era::Modern), ["open", "help"]);
    assert_eq!(index(&mount).await, ["open", "help"]);
    assert!(mount.call("secret", json!({})).await.is_err());
    assert!(
        mount
            .call("secret", json!({}))
            .principal(Principal::new("ann"))
            .await
            .is_ok()
    );
}

/// Every snapshot is whole: of each pair that comes and goes together, whoever looks finds both or none.
#[test]
fn def_6_whoever_looks_meanwhile_finds_all_of_a_change_or_none() {
    let mount = mount();
    let done = Arc::new(AtomicUsize::new(0));
    let writers: Vec<_> = (0..2)
        .map(|number| {
            let (mount, done) = (mount.clone(), Arc::clone(&done));
            std::thread::spawn(move || {
                let (left, right) = (format!("left{number}"), format!("right{number}"));
                for _ in 0..20 {
                    mount
                        .update(|tools| {
                            tools.add(saying(&left, "one half")).add(saying(&right, "the other"));
                        })
                        .unwrap();
                    mount
                        .update(|tools| {
                            tools.remove(&*left).remove(&*right);
                        })
                        .unwrap();
                }
                done.fetch_add(1, Ordering::SeqCst);
            })
        })
        .collect();
    while done.load(Ordering::SeqCst) < 2 {
        let names = mount.tools().names();
        for number in 0..2 {
            let has = |half: &str| names.contains(&format!("{half}{number}"));
            assert_eq!(has("left"), has("right"), "{names:?}");
        }
    }
    for writer in writers {
        writer.join().unwrap();
    }
    assert_eq!(mount.tools().names(), ["one", "two", "help"]);
}

#[tokio::test]
async fn def_6_a_tool_may_bring_others() {
    let installer = PlainTool::builder("install")
        .description("Installs a tool")
        .input_schema(json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}))
        .handler(|arguments: Data, ctx: Context| async move {
            let mount = ctx.extension::<Mount>().ok_or_else(|| Failure::internal("no mount"))?;
            let name = arguments["name"].as_str().unwrap_or_default();
            mount
                .tools()
                .add(saying(name, "installed"))
                .map_err(|offences| Failure::caller(offences.to_string()))?;
            Ok(Reply::new(json!("done")))
        });
    let mount = Mount::builder("plugin-host", "1.0.0").tool(installer).build().unwrap();
    let install = |name: &str| mount.call("install", json!({"name": name})).extension(mount.clone());
    assert!(!install("fresh").await.unwrap().is_error());
    assert_eq!(says(&mount, "fresh").await, "installed");
    let refused = install("fresh").await.unwrap();
    assert!(
        refused.is_error() && refused.text().contains("[duplicate_tool]"),
        "{}",
        refused.text()
    );
}

/// A misspelt name would leave its target without the policy, however the tool came there.
#[test]
fn def_4_def_6_an_action_that_the_mount_calls_sensitive_cannot_be_renamed_while_serving() {
    let store = |actions: &[&str]| {
        actions
            .iter()
            .fold(ActionTool::builder("store", "Stores"), |tool, action| {
                tool.action(*action, ActionSchema::new("Acts"), async |_, _| Ok(Reply::new("")))
            })
    };
    let mount = Mount::builder("plugin-host", "1.0.0")
        .tool(store(&["list", "purge"]))
        .sensitive_action("store", "purge")
        .build()
        .unwrap();
    let codes = |change: Result<(), wymcp_router::Offences>| -> Vec<&'static str> {
        change.unwrap_err().iter().map(|offence| offence.code()).collect()
    };
    assert_eq!(
        codes(mount.tools().replace(store(&["list", "wipe"]))),
        ["unknown_sensitive"]
    );
    assert_eq!(
        codes(mount.tools().replace(saying("store", "plain"))),
        ["unknown_sensitive"]
    );
    mount.tools().replace(store(&["purge"])).unwrap();
    // What is gone has nothing to be judged; when it comes back the name has to be there again.
    mount.tools().remove("store").unwrap();
    assert_eq!(codes(mount.tools().add(store(&["wipe"]))), ["unknown_sensitive"]);
    mount.tools().add(store(&["purge", "list"])).unwrap();
    assert_eq!(mount.tools().names(), ["store", "help"]);
}
