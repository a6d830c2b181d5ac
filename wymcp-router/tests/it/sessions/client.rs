//! A client in a session.

use serde_json::{Value, json};
use wymcp_router::Mount;

use crate::streams::raw::{Connection, Server};
use crate::support::legacy;

/// One session, as its client sees it.
pub(crate) struct Client<'s> {
    server: &'s Server,
    pub(crate) id: String,
    revision: String,
    user: Option<String>,
}

/// What came back whole.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) async fn of(connection: Connection) -> Self {
        let (head, body) = connection.rest().await;
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self { status, head, body }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    pub(crate) fn events(&self) -> Vec<Event> {
        events(&self.body)
    }
}

/// One event of a stream; comments are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) retry: Option<String>,
    pub(crate) data: Option<String>,
}

impl Event {
    pub(crate) fn message(&self) -> Value {
        serde_json::from_str(self.data.as_deref().unwrap()).unwrap()
    }

    pub(crate) fn is_priming(&self) -> bool {
        self.id.is_some() && self.data.as_deref() == Some("")
    }
}

pub(crate) fn events(text: &str) -> Vec<Event> {
    let events = text.split_terminator("\n\n").filter(|event| *event != ":");
    let field = |event: &str, name: &str| {
        let line = event
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        Some(line.strip_prefix(' ').unwrap_or(line).to_owned())
    };
    events
        .map(|event| Event {
            id: field(event, "id"),
            retry: field(event, "retry"),
            data: field(event, "data"),
        })
        .collect()
}

/// The messages of a stream, priming events left out.
pub(crate) fn messages(text: &str) -> Vec<Value> {
    let said = events(text).into_iter().filter(|event| !event.is_priming());
    said.map(|event| event.message()).collect()
}

pub(crate) async fn serve(mount: Mount) -> Server {
    Server::start(mount).await
}

pub(crate) fn initialize(revision: &str, capabilities: &Value) -> Value {
    legacy(
        0,
        "initialize",
        json!({"protocolVersion": revision, "capabilities": capabilities, "clientInfo": {"name": "test", "version": "1"}}),
    )
}

pub(crate) const POST: [(&str, &str); 2] = [
    ("Content-Type", "application/json"),
    ("Accept", "application/json, text/event-stream"),
];

impl<'s> Client<'s> {
    pub(crate) async fn open(server: &'s Server, revision: &str, capabilities: &Value) -> Self {
        Self::open_as(server, revision, capabilities, None).await
    }

    pub(crate) async fn open_as(server: &'s Server, revision: &str, capabilities: &Value, user: Option<&str>) -> Self {
        let mut client = Self {
            server,
            id: String::new(),
            revision: revision.to_owned(),
            user: user.map(str::to_owned),
        };
        let answer = client
            .tell("POST", &[], &initialize(revision, capabilities).to_string())
            .await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.header("mcp-session-id").unwrap().clone_into(&mut client.id);
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(client.tell("POST", &[], &ready.to_string()).await.status, 202);
        client
    }

    /// A client without a session.
    pub(crate) fn nobody(server: &'s Server) -> Self {
        Self {
            server,
            id: String::new(),
            revision: String::new(),
            user: None,
        }
    }

    /// The same client, in another session.
    pub(crate) fn with_id(&self, id: &str) -> Self {
        Self {
            server: self.server,
            id: id.to_owned(),
            revision: self.revision.clone(),
            user: self.user.clone(),
        }
    }

    pub(crate) fn with_user(&self, user: Option<&str>) -> Self {
        Self {
            user: user.map(str::to_owned),
            ..self.with_id(&self.id)
        }
    }

    /// Begin an exchange, with the headers of the session.
    pub(crate) async fn begin(&self, method: &str, more: &[(&str, &str)], body: &str) -> Connection {
        self.server.send(method, &self.headers(method, more), body).await
    }

    /// The headers of the session, and these.
    pub(crate) fn headers<'h>(&'h self, method: &str, more: &[(&'h str, &'h str)]) -> Vec<(&'h str, &'h str)> {
        let mut headers = if method == "POST" { POST.to_vec() } else { Vec::new() };
        if !self.id.is_empty() {
            headers.push(("Mcp-Session-Id", &self.id));
            headers.push(("MCP-Protocol-Version", &self.revision));
        }
        if let Some(user) = &self.user {
            headers.push(("X-User", user));
        }
        headers.retain(|(name, _)| !more.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)));
        headers.extend(more.iter().filter(|(_, value)| !value.is_empty()));
        headers
    }

    /// An exchange from end to end.
    pub(crate) async fn tell(&self, method: &str, more: &[(&str, &str)], body: &str) -> Response {
        Response::of(self.begin(method, more, body).await).await
    }

    pub(crate) async fn post(&self, message: &Value) -> Response {
        self.tell("POST", &[], &message.to_string()).await
    }

    pub(crate) async fn stream(&self, message: &Value) -> Connection {
        self.begin("POST", &[], &message.to_string()).await
    }

    /// Read the standing stream.
    pub(crate) async fn stand(&self) -> Connection {
        self.begin("GET", &[("Accept", "text/event-stream")], "").await
    }

    /// Go on behind an event.
    pub(crate) async fn resume(&self, event: &str) -> Connection {
        self.begin("GET", &[("Accept", "text/event-stream"), ("Last-Event-ID", event)], "")
            .await
    }

    pub(crate) async fn delete(&self) -> Response {
        self.tell("DELETE", &[], "").await
    }

    pub(crate) async fn ping(&self) -> u16 {
        self.post(&legacy(1, "ping", json!({}))).await.status
    }
}
