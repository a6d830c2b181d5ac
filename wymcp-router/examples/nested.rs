//! Two mounts in one axum application: `/shop/mcp` for anybody, `/office/mcp` behind a token, with a policy for what does harm.
//!
//! Layers belong to one mount or to all: here the store is an extension of both, the token is asked for at the office alone.
//!
//! ```text
//! cargo run --example nested
//! curl http://127.0.0.1:8787/office/mcp -H 'Authorization: Bearer ann-secret' -H 'Content-Type: application/json' \
//!   -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Router};
use serde_json::json;
use wymcp_router::{
    ActionSchema, ActionTool, Context, Decision, Failure, Mount, Offences, PlainTool, Principal, Reply, ToolBundle,
};

/// What both mounts keep: how many there are of each thing.
#[derive(Clone, Default)]
struct Store(Arc<Mutex<BTreeMap<String, u64>>>);

impl Store {
    fn with<T>(ctx: &Context, work: impl FnOnce(&mut BTreeMap<String, u64>) -> T) -> Result<T, Failure> {
        let store: &Self = ctx
            .extension()
            .ok_or_else(|| Failure::internal("no store among the layers"))?;
        Ok(work(&mut store.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Tools for anybody; a library crate would export such a value.
fn shop_tools() -> ToolBundle {
    let stock = PlainTool::builder("stock")
        .description("How many there are of each thing")
        .annotations(json!({"readOnlyHint": true}))
        .handler_without_arguments(async |ctx| Ok(Reply::new(Store::with(&ctx, |things| json!(things))?)));
    ToolBundle::new().tool(stock)
}

/// Tools for those who keep the shop.
fn office_tools() -> ToolBundle {
    let named = |action| {
        ActionSchema::new(action)
            .property("name", json!({"type": "string"}))
            .required(["name"])
    };
    let things = ActionTool::builder("things", "What the shop has")
        .action("put", named("Put one more in the shop"), async |data, ctx| {
            let count = Store::with(&ctx, |things| {
                let count = things
                    .entry(data["name"].as_str().unwrap_or_default().to_owned())
                    .or_default();
                *count += 1;
                *count
            })?;
            Ok(Reply::new(json!({"count": count})))
        })
        .action(
            "drop",
            named("Take all of a kind out of the shop"),
            async |data, ctx| {
                let gone = Store::with(&ctx, |things| things.remove(data["name"].as_str().unwrap_or_default()))?;
                Ok(Reply::new(json!({"gone": gone})))
            },
        )
        .sensitive_action();
    shop_tools().tool(things)
}

/// Two mounts, each with layers of its own, in one application.
fn app() -> Result<Router, Offences> {
    let shop = Mount::builder("shop", "1.0.0").tools(shop_tools()).build()?;
    let office = Mount::builder("office", "1.0.0")
        .tools(office_tools())
        .policy(|call| match call.principal().and_then(Principal::claims::<Role>) {
            Some(Role::Keeper) => Decision::Allow,
            _ => Decision::deny("only a keeper takes things out of the shop"),
        })
        .build()?;
    let behind_a_token = Router::new()
        .route_service("/mcp", office.into_service())
        .layer(from_fn(authenticate));
    Ok(Router::new()
        .route_service("/shop/mcp", shop.into_service())
        .nest("/office", behind_a_token)
        .layer(Extension(Store::default())))
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    Keeper,
    Helper,
}

/// Who calls is for a layer to find out: the `Principal` that it puts into the extensions is the caller, and nothing else is.
async fn authenticate(mut request: Request, next: Next) -> Response {
    let token = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let caller = match token {
        Some("Bearer ann-secret") => Principal::with_claims("ann", Role::Keeper),
        Some("Bearer bob-secret") => Principal::with_claims("bob", Role::Helper),
        _ => return (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response(),
    };
    request.extensions_mut().insert(caller);
    next.run(request).await
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8787").await?;
    Ok(axum::serve(listener, app()?).await?)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// Call a tool over a socket: the status, and the JSON text of the result or the message.
    async fn call(app: &std::net::SocketAddr, path: &str, token: &str, tool: &str, arguments: Value) -> (u16, Value) {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": tool,
            "arguments": arguments,
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        }})
        .to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {app}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n\
             Authorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut socket = TcpStream::connect(app).await.unwrap();
        socket.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await.unwrap();
        let status = answer[9..12].parse().unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let message: Value = serde_json::from_str(body).unwrap_or_default();
        let text = message["result"]["content"][0]["text"].as_str();
        (
            status,
            text.map_or_else(|| message.clone(), |text| serde_json::from_str(text).unwrap()),
        )
    }

    async fn served() -> std::net::SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(axum::serve(listener, app().unwrap()).into_future());
        address
    }

    #[tokio::test]
    async fn run_1_each_mount_has_layers_of_its_own_and_both_share_the_store() {
        let app = served().await;
        let put = json!({"action": "put", "data": {"name": "lamp"}});
        assert_eq!(
            call(&app, "/office/mcp", "bob-secret", "things", put).await.1,
            json!({"count": 1})
        );
        assert_eq!(
            call(&app, "/shop/mcp", "", "stock", json!({})).await.1,
            json!({"lamp": 1})
        );
        assert_eq!(
            call(&app, "/office/mcp", "ann-secret", "stock", json!({})).await.1,
            json!({"lamp": 1})
        );
        let (_, unknown) = call(&app, "/shop/mcp", "ann-secret", "things", json!({})).await;
        assert_eq!(unknown["error"]["message"], "unknown tool `things`");
        assert_eq!(call(&app, "/office/mcp", "guessed", "stock", json!({})).await.0, 401);
    }

    #[tokio::test]
    async fn def_4_the_policy_of_a_mount_knows_who_its_layer_let_in() {
        let app = served().await;
        let put = json!({"action": "put", "data": {"name": "lamp"}});
        let drop = json!({"action": "drop", "data": {"name": "lamp"}});
        call(&app, "/office/mcp", "ann-secret", "things", put).await;
        let (_, denied) = call(&app, "/office/mcp", "bob-secret", "things", drop.clone()).await;
        assert_eq!(denied["error"], "denied_by_policy");
        assert_eq!(
            call(&app, "/office/mcp", "ann-secret", "things", drop).await.1,
            json!({"gone": 1})
        );
    }
}
