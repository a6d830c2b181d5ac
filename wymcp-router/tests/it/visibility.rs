//! A mount with a filter (VIS-1): what is hidden behaves as what does not exist.

use http::Extensions;
use serde_json::{Value, json};
use wymcp_router::{ActionSchema, ActionTool, CacheScope, Context, Facts, Hint, Mount, PlainTool, Principal, Reply};

use crate::support::{self, call, mirrored, modern, said};

/// Ann sees everything; others see neither `whoami` nor the action `boom`; nobody sees `link`, whose filter panics.
fn mount() -> Mount {
    support::builder()
        .cache(1, CacheScope::Public)
        .visible(
            |principal, tool, action| match (principal.map(Principal::id), tool, action) {
                (_, "link", _) => panic!("a filter that fails"),
                (Some("ann"), ..) => true,
                (_, "whoami", _) | (_, "notes", Some("boom")) => false,
                _ => true,
            },
        )
        .build()
        .unwrap()
}

async fn ask(mount: &Mount, who: Option<&str>, request: &Value) -> (u16, Value) {
    let mut extensions = Extensions::new();
    if let Some(who) = who {
        extensions.insert(Principal::new(who));
    }
    said(
        &mount
            .handle(
                request.to_string().as_bytes(),
                Facts::http(&mirrored(request)).with_extensions(extensions),
            )
            .await,
    )
}

fn tool_names(body: &Value) -> Vec<&str> {
    body["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn vis_1_the_list_shows_what_the_caller_may_see_and_is_private() {
    let mount = mount();
    let request = modern(1, "tools/list", json!({}));
    let (_, all) = ask(&mount, Some("ann"), &request).await;
    assert_eq!(
        tool_names(&all),
        ["notes", "numbers", "point", "regional", "whoami", "help"]
    );
    let (_, some) = ask(&mount, Some("bob"), &request).await;
    assert_eq!(tool_names(&some), ["notes", "numbers", "point", "regional", "help"]);
    assert_eq!(
        some["result"]["tools"][0]["inputSchema"]["properties"]["action"]["enum"],
        json!(["add", "read"])
    );
    assert_eq!(
        all["result"]["tools"][0]["inputSchema"]["properties"]["action"]["enum"],
        json!(["add", "boom", "read"])
    );
    let (_, anonymous) = ask(&mount, None, &request).await;
    assert_eq!(anonymous, some);
    for method in ["tools/list", "server/discover"] {
        assert_eq!(
            ask(&mount, None, &modern(1, method, json!({}))).await.1["result"]["cacheScope"],
            "private"
        );
    }
}

#[tokio::test]
async fn vis_1_a_hidden_tool_is_unknown_to_a_call() {
    let mount = mount();
    for hidden in ["whoami", "link"] {
        let request = modern(1, "tools/call", call(hidden, json!([])));
        let there_is_none = modern(1, "tools/call", call("nobody", json!([])));
        let (status, body) = ask(&mount, Some("bob"), &request).await;
        let (other_status, other) = ask(&mount, Some("bob"), &there_is_none).await;
        assert_eq!(status, other_status);
        assert_eq!(body.to_string().replace(hidden, "nobody"), other.to_string());
    }
    for (name, who, words) in [
        ("whoami", None, "unknown tool `whoami`"),
        ("whoam", None, "unknown tool `whoam`"),
        ("whoam", Some("ann"), "unknown tool `whoam`; did you mean `whoami`?"),
    ] {
        let mut call = mount.call(name, json!({}));
        if let Some(who) = who {
            call = call.principal(Principal::new(who));
        }
        assert_eq!(call.await.unwrap_err().message(), words);
    }
    assert!(
        mount
            .call("whoami", json!({}))
            .principal(Principal::new("ann"))
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn vis_1_a_hidden_action_is_unknown_to_gates_and_help() {
    let mount = mount();
    let refused = mount.call("notes", json!({"action": "boom"})).await.unwrap();
    assert_eq!(
        (&refused.json()["error"], &refused.json()["valid_actions"]),
        (&json!("unknown_action"), &json!(["add", "read"]))
    );
    let page = mount
        .call("help", json!({"tool": "notes", "action": "boom"}))
        .await
        .unwrap();
    assert_eq!(page.json()["error"], "unknown_action");
    let index = mount.call("help", json!({})).await.unwrap();
    assert!(!index.text().contains("boom") && !index.text().contains("whoami") && !index.text().contains("link"));
    let index = mount
        .call("help", json!({}))
        .principal(Principal::new("ann"))
        .await
        .unwrap();
    assert!(index.text().contains("boom") && index.text().contains("whoami"));
}

/// A tool of which no action is visible is hidden, whatever action of it a hint names; of a plain tool there is no action to be hidden.
#[tokio::test]
async fn vis_1_hints_name_no_tool_that_is_hidden() {
    let acting = |name: &str, action: &str| {
        ActionTool::builder(name, "Acts").action(action, ActionSchema::new("Acts"), async |_, _| {
            Ok(Reply::new(json!({})).with_hints([("id", json!(1))]))
        })
    };
    let pairs = [
        ("desk", "open"),
        ("vault", "open"),
        ("vault", "close"),
        ("bell", "ring"),
        ("drawer", "open"),
    ];
    let hinting = acting("desk", "open").hints(move |_, _, _| {
        let hint = |(tool, action)| Hint::new(action, "A next call").on(tool);
        pairs.map(hint).to_vec()
    });
    let bell = PlainTool::builder("bell")
        .description("Rings")
        .handler_without_arguments(|_: Context| async { Ok(Reply::new("")) });
    // The filter speaks of actions alone.
    let mount = Mount::builder("desk", "1.0.0")
        .visible(|_, tool, action| {
            action.is_none() || (tool, action) == ("desk", Some("open")) || action == Some("close")
        })
        .tool(hinting)
        .tool(acting("vault", "open"))
        .tool(bell)
        .build()
        .unwrap();
    let answer = mount.call("desk", json!({"action": "open"})).await.unwrap().json();
    let hints = answer["hints"].as_array().unwrap().iter();
    let named: Vec<&str> = hints.map(|hint| hint["tool"].as_str().unwrap()).collect();
    assert_eq!(named, ["desk", "bell"]);
}
