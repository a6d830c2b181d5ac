//! A server on a port of its own, and a client that sends what it is told to.

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use wymcp_router::Mount;

use crate::support::VERSION;

pub(super) struct Server {
    pub(super) address: std::net::SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Server {
    pub(super) async fn start(mount: Mount) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(mount.serve_on(listener, async {
            let _ = stopped.await;
        }));
        Self {
            address,
            stop: Some(stop),
            task,
        }
    }

    pub(super) async fn stop(mut self) {
        drop(self.stop.take());
        self.task.await.unwrap().unwrap();
    }

    pub(super) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Send bytes, read until the server closes.
    pub(super) async fn exchange(&self, request: &[u8]) -> Response {
        let mut connection = self.connect().await;
        connection.write_all(request).await.unwrap();
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).await.unwrap();
        Response::parse(&answer)
    }

    /// POST a message with these headers beside `Host`, `Content-Type` and `Content-Length`.
    pub(super) async fn post(&self, headers: &[(&str, &str)], body: &str) -> Response {
        self.exchange(self.request(headers, body).as_bytes()).await
    }

    /// POST a modern request with the headers that mirror it.
    pub(super) async fn ask(&self, body: &Value) -> Response {
        self.post(&mirrored(body), &body.to_string()).await
    }

    pub(super) fn request(&self, headers: &[(&str, &str)], body: &str) -> String {
        let mut text = format!(
            "POST /mcp HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n",
            body.len()
        );
        let defaults = [
            ("Host", self.address.to_string()),
            ("Content-Type", "application/json".to_owned()),
        ];
        for (name, value) in &defaults {
            if !headers.iter().any(|(own, _)| own.eq_ignore_ascii_case(name)) {
                text.push_str(&format!("{name}: {value}\r\n"));
            }
        }
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        format!("{text}\r\n{body}")
    }
}

pub(super) fn mirrored(body: &Value) -> Vec<(&'static str, &str)> {
    let mut headers = vec![
        ("MCP-Protocol-Version", VERSION),
        ("Mcp-Method", body["method"].as_str().unwrap_or_default()),
    ];
    if let Some(name) = body["params"]["name"].as_str() {
        headers.push(("Mcp-Name", name));
    }
    headers
}

#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    headers: String,
    pub(super) body: String,
}

impl Response {
    fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let (head, body) = text
            .split_once("\r\n\r\n")
            .unwrap_or_else(|| panic!("no answer: {text:?}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self {
            status,
            headers: head.to_owned(),
            body: body.to_owned(),
        }
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    pub(super) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{self:?}");
        serde_json::from_str(&self.body).unwrap()
    }

    /// Status and code of a small JSON error.
    pub(super) fn error(&self) -> (u16, i64) {
        assert!(self.body.len() < 1024, "{self:?}");
        (self.status, self.json()["error"]["code"].as_i64().unwrap())
    }
}
