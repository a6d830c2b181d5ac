//! One session: runs a check of the table and holds what came against what the table wants.
#![expect(
    deprecated,
    reason = "log levels are deprecated in the later protocol, and part of the earlier one"
)]

use std::time::Duration;

use rmcp::ClientServiceExt as _;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, PeerRequestOptions, RoleClient, RunningService, ServiceError};
use rmcp::transport::IntoTransport;
use serde::Serialize;
use serde_json::{Value, json};

use crate::Outcome;
use crate::guest::Guest;

const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) struct Session {
    pub(crate) name: String,
    era: String,
    guest: Guest,
    client: RunningService<RoleClient, Guest>,
}

impl Session {
    /// Connects in an era.
    pub(crate) async fn start<T, E, A>(name: String, era: &str, guest: Guest, transport: T) -> Outcome<Self>
    where
        T: IntoTransport<RoleClient, E, A>,
        E: std::error::Error + Send + Sync + 'static,
    {
        let lifecycle = match era {
            "legacy" => ClientLifecycleMode::Initialize,
            _ => ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            },
        };
        let client = guest.clone().serve_with_lifecycle(transport, lifecycle).await?;
        Ok(Self {
            name,
            era: era.to_owned(),
            guest,
            client,
        })
    }

    pub(crate) async fn run(&self, check: &Value) -> Outcome {
        self.guest.forget();
        let text = check["params"].to_string().replace("$session", &self.name);
        let mut params: Value = serde_json::from_str(&text)?;
        if self.era == "modern" && check["logLevel"].is_string() {
            params["_meta"] = json!({LOG_LEVEL: check["logLevel"]});
        }
        let method = check["method"].as_str().unwrap_or_default();
        let answered = tokio::time::timeout(PATIENCE, self.answer(method, params)).await;
        let (result, error) = match answered.map_err(|_| "no answer")? {
            Ok(result) => (result, Value::Null),
            Err(trouble) => match trouble.downcast_ref() {
                Some(ServiceError::McpError(error)) => (Value::Null, json!({"code": error.code.0, "data": error.data})),
                _ => return Err(trouble),
            },
        };
        let wanted = [&check["want"], &check[&self.era]].map(Value::as_object);
        let told = || {
            let mut seen = self.guest.heard();
            seen["result"].clone_from(&result);
            seen["error"].clone_from(&error);
            let different = wanted.iter().flatten().copied().flatten();
            let different: Vec<String> = different
                .filter(|(pointer, wanted)| seen.pointer(pointer).unwrap_or(&Value::Null) != *wanted)
                .map(|(pointer, wanted)| format!("{pointer}, wanted {wanted}"))
                .collect();
            (different, seen)
        };
        // What a server said before its result may reach the handler after it.
        let settled = async {
            while !told().0.is_empty() {
                self.guest.news.notified().await;
            }
        };
        if tokio::time::timeout(PATIENCE, settled).await.is_ok() {
            return Ok(());
        }
        let (different, seen) = told();
        Err(format!("{} of {seen}", different.join("; ")).into())
    }

    async fn answer(&self, method: &str, params: Value) -> Outcome<Value> {
        let client = &self.client;
        match method {
            "connect" => self.connected(),
            "resources/list" => wire(client.list_resources(None).await?),
            "resources/templates/list" => wire(client.list_resource_templates(None).await?),
            "resources/read" => wire(client.read_resource(serde_json::from_value(params)?).await?),
            "prompts/list" => wire(client.list_prompts(None).await?),
            "prompts/get" => wire(client.get_prompt(serde_json::from_value(params)?).await?),
            "completion/complete" => wire(client.complete(serde_json::from_value(params)?).await?),
            "logging/setLevel" => wire(client.set_level(serde_json::from_value(params)?).await?),
            "tools/call" => wire(client.call_tool(serde_json::from_value(params)?).await?),
            "cancel" => self.cancel(serde_json::from_value(params)?).await,
            other => Err(format!("the tour asks for {other}").into()),
        }
    }

    fn connected(&self) -> Outcome<Value> {
        let info = self.client.peer_info().ok_or("the server told nothing of itself")?;
        let name = info.server_info.as_ref().map(|server| server.name.clone());
        wire(json!({"version": info.protocol_version, "name": name, "capabilities": info.capabilities}))
    }

    /// Gives the call up at its first word.
    async fn cancel(&self, params: CallToolRequestParams) -> Outcome<Value> {
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let call = self
            .client
            .send_cancellable_request(request, PeerRequestOptions::no_options())
            .await?;
        while self.guest.heard()["progress"] == json!([]) {
            self.guest.news.notified().await;
        }
        call.cancel(Some("enough".to_owned())).await?;
        Ok(json!("cancelled"))
    }

    pub(crate) async fn end(self) -> Outcome {
        self.client.cancel().await?;
        Ok(())
    }
}

/// As it stood on the wire.
fn wire(result: impl Serialize) -> Outcome<Value> {
    Ok(serde_json::to_value(result)?)
}
