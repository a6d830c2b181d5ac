//! Tools to be called, and messages to call them with.

use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use wymcp_router::{
    ActionSchema, Answer, Content, Context, Data, Facts, Failure, Mount, MountBuilder, PlainTool, PlainToolBuilder,
    Reply, Tool, actions,
};

pub(crate) const VERSION: &str = "2026-07-28";

actions! {
    pub(crate) enum NotesAction { Add = "add", Read = "read", Boom = "boom" }
}

pub(crate) struct Notes;

impl Tool for Notes {
    type Action = NotesAction;

    fn name(&self) -> &str {
        "notes"
    }

    fn description(&self) -> &str {
        "Keeps notes"
    }

    fn schema(&self, action: NotesAction) -> ActionSchema {
        match action {
            NotesAction::Add => ActionSchema::new("Add a note")
                .property("text", json!({"type": "string", "minLength": 1}))
                .property("tags", json!({"type": "array", "items": {"type": "string"}}))
                .required(["text"]),
            NotesAction::Read => {
                ActionSchema::new("Read the notes").property("limit", json!({"type": "integer", "minimum": 1}))
            }
            NotesAction::Boom => ActionSchema::new("Panic"),
        }
    }

    async fn run_action(&self, action: NotesAction, data: Data, ctx: &Context) -> Result<Reply, Failure> {
        match action {
            NotesAction::Add => Ok(Reply::new(
                json!({"added": data["text"], "by": ctx.principal().map(|p| p.id().to_owned())}),
            )),
            NotesAction::Read => Ok(Reply::new(json!({"limit": data.get("limit")}))),
            NotesAction::Boom => panic!("boom"),
        }
    }
}

/// What a tool may know of its call.
pub(crate) fn whoami() -> PlainToolBuilder {
    PlainTool::builder("whoami")
        .description("What the call knows")
        .handler_without_arguments(|ctx: Context| async move {
            Ok(Reply::new(json!({
                "id": ctx.request_id(),
                "version": ctx.protocol_version(),
                "client": ctx.client_info(),
                "capabilities": ctx.client_capabilities(),
                "meta": ctx.meta(),
                "principal": ctx.principal().map(|principal| principal.id().to_owned()),
                "tenant": ctx.extension::<Tenant>().map(|tenant| tenant.0),
            })))
        })
}

#[derive(Clone)]
pub(crate) struct Tenant(pub(crate) &'static str);

/// Every kind of content that revisions treat differently.
pub(crate) fn link() -> PlainToolBuilder {
    PlainTool::builder("link")
        .description("A link")
        .handler_without_arguments(|_: Context| async {
            Ok(Reply::content([
                Content::text("see"),
                Content::resource_link("file:///a", "a"),
            ]))
        })
}

pub(crate) fn numbers() -> PlainToolBuilder {
    PlainTool::builder("numbers")
        .description("Structured content that is no object")
        .output_schema(json!({"type": "array", "items": {"type": "integer"}}))
        .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!([1, 2]))) })
}

pub(crate) fn point() -> PlainToolBuilder {
    PlainTool::builder("point")
        .description("Structured content that is an object")
        .output_schema(json!({"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}))
        .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!({"x": 1}))) })
}

/// Arguments that are mirrored into headers.
pub(crate) fn regional() -> PlainToolBuilder {
    PlainTool::builder("regional")
        .description("Mirrored arguments")
        .input_schema(json!({"type": "object", "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "shard": {"type": "integer", "x-mcp-header": "Shard"},
            "note": {"type": "string"},
        }}))
        .handler(|arguments: Data, _: Context| async move { Ok(Reply::new(Value::Object(arguments.into_inner()))) })
}

/// All of them but the gate. Legacy messages stand for themselves: those of sessions have tests of their own.
pub(crate) fn builder() -> MountBuilder {
    without_sessions(with_sessions())
}

/// Legacy messages need no session.
pub(crate) fn without_sessions(builder: MountBuilder) -> MountBuilder {
    #[cfg(feature = "http")]
    let builder = builder.legacy_sessions(false);
    builder
}

/// The same, as it is served by default.
pub(crate) fn with_sessions() -> MountBuilder {
    Mount::builder("notes-server", "1.2.3")
        .tool(Notes)
        .tool(whoami())
        .tool(link())
        .tool(numbers())
        .tool(point())
        .tool(regional())
}

pub(crate) fn mount() -> Mount {
    builder().build().unwrap()
}

/// A modern request with complete metadata.
pub(crate) fn modern(id: impl Into<Value>, method: &str, params: Value) -> Value {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params})
}

pub(crate) fn legacy(id: impl Into<Value>, method: &str, params: impl Into<Value>) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params.into()})
}

pub(crate) fn call(name: &str, arguments: impl Into<Value>) -> Value {
    json!({"name": name, "arguments": arguments.into()})
}

/// The headers that mirror a request.
pub(crate) fn mirrored(request: &Value) -> HeaderMap {
    let mut headers = vec![
        ("mcp-protocol-version", VERSION),
        ("mcp-method", request["method"].as_str().unwrap_or_default()),
    ];
    let mirrored = match request["method"].as_str() {
        Some("resources/read") => &request["params"]["uri"],
        _ => &request["params"]["name"],
    };
    if let Some(name) = mirrored.as_str() {
        headers.push(("mcp-name", name));
    }
    self::headers(&headers)
}

pub(crate) fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    pairs
        .iter()
        .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap()))
        .collect()
}

/// What an answer says: status, and the body as JSON.
pub(crate) fn said(answer: &Answer) -> (u16, Value) {
    let body = answer
        .body
        .as_deref()
        .map_or(Value::Null, |body| serde_json::from_str(body).unwrap());
    (answer.status.as_u16(), body)
}

/// Over HTTP, with these headers.
pub(crate) async fn over_http(mount: &Mount, headers: &HeaderMap, body: &Value) -> (u16, Value) {
    said(&mount.handle(body.to_string().as_bytes(), Facts::http(headers)).await)
}

/// A modern request over HTTP with the right headers.
pub(crate) async fn ask(mount: &Mount, body: &Value) -> (u16, Value) {
    over_http(mount, &mirrored(body), body).await
}

/// Status, code and id of an error.
pub(crate) fn error_of((status, body): &(u16, Value)) -> (u16, i64, Option<Value>) {
    assert!(body.get("result").is_none(), "{body}");
    (
        *status,
        body["error"]["code"].as_i64().unwrap_or_default(),
        body.get("id").cloned(),
    )
}
