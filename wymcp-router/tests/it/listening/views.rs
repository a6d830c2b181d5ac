//! Who is told of tools that change: those who can read something else afterwards, in lists or in help (VIS-1, J4).

use http::Extensions;
use serde_json::json;
use wymcp_router::{
    ActionSchema, ActionTool, ActionToolBuilder, Context, Data, LocalBroadcast, Mount, MountBuilder, Principal, Reply,
};

use super::stream::Stream;
use super::{PROMPTS, TOOLS, builder, listen, news, plugin};

/// A vault with these actions and their properties.
fn vault(actions: &[(&str, &str)]) -> ActionToolBuilder {
    actions.iter().fold(
        ActionTool::builder("vault", "Keeps things"),
        |tool, (action, property)| {
            let schema = ActionSchema::new("Does it").property(*property, json!({"type": "string"}));
            tool.action(*action, schema, |_: Data, _: Context| async {
                Ok(Reply::new(json!("done")))
            })
        },
    )
}

const OLD: [(&str, &str); 2] = [("open", "key"), ("peek", "lamp")];

/// Ann sees all of it, bob sees `peek`, others see the vault and none of its actions.
fn guarded() -> MountBuilder {
    let shows = |principal: Option<&Principal>, _: &str, action: Option<&str>| {
        matches!(
            (principal.map(Principal::id), action),
            (_, None) | (Some("ann"), _) | (Some("bob"), Some("peek"))
        )
    };
    builder().tool(vault(&OLD)).tool(plugin("plain")).visible(shows)
}

/// Whether ann, bob and a stranger are told.
async fn told(mount: &Mount, change: impl FnOnce()) -> [bool; 3] {
    let mut streams = Vec::new();
    for who in [Some("ann"), Some("bob"), None] {
        let mut extensions = Extensions::new();
        if let Some(who) = who {
            extensions.insert(Principal::new(who));
        }
        let asked = listen(1, json!({"toolsListChanged": true, "promptsListChanged": true}));
        let mut stream = Stream::open_as(mount, &asked, extensions);
        stream.next().await;
        streams.push(stream);
    }
    change();
    mount.prompts_changed();
    let mut told = [false; 3];
    for (stream, told) in streams.iter_mut().zip(&mut told) {
        let mut next = stream.next().await;
        if next == news(1, TOOLS, None) {
            *told = true;
            next = stream.next().await;
        }
        assert_eq!(next, news(1, PROMPTS, None));
    }
    told
}

#[tokio::test]
async fn vis_1_a_tool_that_changes_is_news_to_those_alone_who_read_something_else_of_it() {
    let replaced = async |tool: ActionToolBuilder| {
        let mount = guarded().build().unwrap();
        told(&mount, || mount.tools().replace(tool).unwrap()).await
    };
    assert_eq!(replaced(vault(&OLD)).await, [false; 3], "nothing to read anew");
    assert_eq!(
        replaced(vault(&[("open", "code"), ("peek", "lamp")])).await,
        [true, false, false],
        "a page of help that one of them reads"
    );
    assert_eq!(
        replaced(vault(&[("open", "key"), ("peek", "torch")])).await,
        [true, true, false]
    );
    assert_eq!(
        replaced(vault(&[OLD[0]])).await,
        [true, true, false],
        "to bob it is gone"
    );
    assert_eq!(replaced(vault(&[OLD[1]])).await, [true, false, false]);
}

#[tokio::test]
async fn vis_1_a_tool_that_comes_or_goes_is_news_to_those_alone_who_see_an_action_of_it() {
    let mount = guarded().build().unwrap();
    assert_eq!(
        told(&mount, || mount.tools().remove("vault").unwrap()).await,
        [true, true, false]
    );
    assert_eq!(
        told(&mount, || mount.tools().add(vault(&OLD)).unwrap()).await,
        [true, true, false]
    );
    assert_eq!(told(&mount, || mount.tools().remove("plain").unwrap()).await, [true; 3]);
}

#[tokio::test]
async fn lst_2_another_order_is_news_where_the_order_of_mounting_is_kept() {
    let again = |mount: &Mount| {
        mount
            .update(|tools| {
                tools.remove("vault").add(vault(&OLD));
            })
            .unwrap();
    };
    let sorted = guarded().build().unwrap();
    assert_eq!(told(&sorted, || again(&sorted)).await, [false; 3]);
    let kept = guarded().keep_mount_order().build().unwrap();
    assert_eq!(told(&kept, || again(&kept)).await, [true, true, false]);
}

#[tokio::test]
async fn vis_1_def_6_what_another_process_changes_is_news_to_those_who_see_the_tool_here() {
    let engine = LocalBroadcast::default();
    let (one, other) = (
        guarded().broadcast(engine.clone()).build().unwrap(),
        guarded().broadcast(engine).build().unwrap(),
    );
    assert_eq!(
        told(&other, || one.tools().remove("vault").unwrap()).await,
        [true, true, false]
    );
}
