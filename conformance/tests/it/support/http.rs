//! A client that writes HTTP by hand, so that what is tested is the wire.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wymcp_router::Mount;

/// A mount behind a real socket.
pub(crate) struct Served {
    address: std::net::SocketAddr,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What came back.
#[derive(Debug, Clone)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("no JSON ({error}): {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

impl Served {
    pub(crate) async fn start(mount: Mount) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let task = tokio::spawn(async move { mount.serve_on(listener, std::future::pending()).await.unwrap() });
        Self { address, task }
    }

    /// One exchange on a connection of its own.
    pub(crate) async fn send(&self, method: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let length = body.len().to_string();
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .copied()
            .chain([("Content-Length", length.as_str())])
            .collect();
        self.raw(method, &headers, body).await
    }

    /// The body in chunks, its length untold.
    pub(crate) async fn send_chunked(&self, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let mut chunked = Vec::new();
        for chunk in body.chunks(64 * 1024) {
            chunked.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
            chunked.extend_from_slice(chunk);
            chunked.extend_from_slice(b"\r\n");
        }
        chunked.extend_from_slice(b"0\r\n\r\n");
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .copied()
            .chain([("Transfer-Encoding", "chunked")])
            .collect();
        self.raw("POST", &headers, &chunked).await
    }

    async fn raw(&self, method: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let mut head = format!(
            "{method} /mcp HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n",
            self.address
        );
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        head.push_str("\r\n");
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // A server may answer and close before it has read everything.
        let _ = stream.write_all(body).await;
        let mut read = Vec::new();
        let _ = stream.read_to_end(&mut read).await;
        parse(&read)
    }

    /// A modern call of a tool; `arguments` as JSON text.
    pub(crate) async fn call(&self, tool: &str, arguments: &Value) -> Response {
        self.modern("tools/call", Some(tool), &json!({"name": tool, "arguments": arguments}))
            .await
    }

    /// A modern request.
    pub(crate) async fn modern(&self, method: &str, name: Option<&str>, params: &Value) -> Response {
        let body = modern(1.into(), method, params).to_string();
        let mut headers = vec![
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", method),
        ];
        headers.extend(name.map(|name| ("Mcp-Name", name)));
        self.send("POST", &headers, body.as_bytes()).await
    }

    /// A legacy request of a revision, in a session of its own; `initialize` without the header.
    pub(crate) async fn legacy(&self, revision: &str, method: &str, params: &Value) -> Response {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let mut headers = vec![
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        if method == "initialize" {
            return self.send("POST", &headers, body.as_bytes()).await;
        }
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "conformance", "version": "1"},
        }});
        let opened = self.send("POST", &headers, hello.to_string().as_bytes()).await;
        let session = opened.header("Mcp-Session-Id").unwrap();
        headers.extend([("MCP-Protocol-Version", revision), ("Mcp-Session-Id", session)]);
        self.send("POST", &headers, body.as_bytes()).await
    }
}

/// A modern message.
pub(crate) fn modern(id: Value, method: &str, params: &Value) -> Value {
    let mut params = params.clone();
    params["_meta"] = meta();
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// `_meta` of a modern request.
pub(crate) fn meta() -> Value {
    json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}})
}

fn parse(read: &[u8]) -> Response {
    let end = read
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap_or_else(|| panic!("no head in {}", String::from_utf8_lossy(read)));
    let head = String::from_utf8_lossy(&read[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines
        .next()
        .and_then(|line| line.split(' ').nth(1))
        .and_then(|code| code.parse().ok())
        .unwrap();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
        .collect();
    let rest = &read[end + 4..];
    let chunked = headers
        .iter()
        .any(|(name, value)| name.eq_ignore_ascii_case("transfer-encoding") && value.eq_ignore_ascii_case("chunked"));
    let body = if chunked { join_chunks(rest) } else { rest.to_vec() };
    Response {
        status,
        headers,
        body: String::from_utf8(body).unwrap(),
    }
}

fn join_chunks(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    body
}
