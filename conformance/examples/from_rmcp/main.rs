//! The worked example of `docs/guide/from-rmcp.md`: one server as functions of `rmcp`, and as one tool of actions. Both run here, are
//! called alike and compared.
#![expect(clippy::print_stdout, reason = "its lines are its result")]

#[expect(unreachable_pub, clippy::cast_possible_truncation, reason = "as a user writes it")]
mod after;
#[expect(unreachable_pub, clippy::cast_possible_truncation, reason = "as a user writes it")]
mod before;

use std::error::Error;

use rmcp::ServiceExt as _;
use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};
use wymcp_router::Era;

type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// One operation in both servers.
struct Call {
    function: &'static str,
    action: &'static str,
    data: Value,
}

fn calls() -> Vec<Call> {
    let call = |function, action, data| Call { function, action, data };
    vec![
        call("open_ticket", "open", json!({"subject": "No light"})),
        call("open_ticket", "open", json!({"subject": "No water", "priority": 1})),
        call(
            "comment_on_ticket",
            "comment",
            json!({"id": 2, "text": "Plumber called"}),
        ),
        call("close_ticket", "close", json!({"id": 1})),
        call("list_tickets", "list", json!({"only_open": true})),
        call("close_ticket", "close", json!({"id": 9})),
    ]
}

/// What both servers answered, call by call, and the bytes of their lists of tools.
async fn both() -> Outcome<(Vec<(Value, Value)>, usize, usize)> {
    let (near, far) = tokio::io::duplex(1 << 16);
    let server = tokio::spawn(async move {
        before::Tickets::default()
            .serve(far)
            .await?
            .waiting()
            .await
            .map_err(Box::<dyn Error + Send + Sync>::from)
    });
    let client = ().serve(near).await?;
    let mount = after::mount()?;
    let listed = serde_json::to_string(&client.list_all_tools().await?)?.len();
    let mut answers = Vec::new();
    for Call { function, action, data } in calls() {
        let mut request = CallToolRequestParams::new(function);
        request.arguments = data.as_object().cloned();
        let answered = serde_json::to_value(client.call_tool(request).await?)?;
        let now = mount.call("tickets", json!({"action": action, "data": data})).await?;
        answers.push((read(answered["content"][0]["text"].as_str()), read(Some(now.text()))));
    }
    client.cancel().await?;
    drop(server.await?);
    Ok((answers, listed, mount.list(Era::Modern).len()))
}

/// JSON where it is JSON, text where it is not.
fn read(text: Option<&str>) -> Value {
    let text = text.unwrap_or_default();
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

#[tokio::main]
async fn main() -> Outcome {
    let (answers, before, after) = both().await?;
    for (old, new) in answers {
        println!("{} {old}", if old == new { "same " } else { "OTHER" });
    }
    println!("tools/list: {before} bytes before, {after} after");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn both_servers_answer_alike() {
        let (answers, ..) = both().await.unwrap();
        assert_eq!(answers.len(), calls().len());
        for (old, new) in answers {
            assert_eq!(old, new);
        }
    }

    /// The guide shows these files, and these files are what compiles.
    #[test]
    fn the_guide_shows_this_code() {
        let page = include_str!("../../../docs/guide/from-rmcp.md");
        for file in [include_str!("before.rs"), include_str!("after.rs")] {
            assert!(
                page.contains(file.trim_end()),
                "docs/guide/from-rmcp.md shows other code than the example"
            );
        }
    }
}
