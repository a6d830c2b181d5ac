//! A server on a port of its own, and connections whose bytes a test sends and reads itself.

use std::future::IntoFuture as _;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use wymcp_router::Mount;

use crate::support::VERSION;

pub(crate) struct Server {
    address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

impl Server {
    pub(crate) async fn start(mount: Mount) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let stopped = async move {
            let _ = stopped.await;
        };
        Self {
            address,
            stop,
            task: tokio::spawn(mount.serve_on(listener, stopped)),
        }
    }

    /// Stop, and see that it ends well: no connection is left.
    pub(crate) async fn stop(self) {
        drop(self.stop);
        self.task.await.unwrap().unwrap();
    }

    /// Serve with what layers around the mount do.
    pub(crate) async fn start_app(app: axum::Router) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = axum::serve(listener, app).with_graceful_shutdown(async move {
            let _ = stopped.await;
        });
        Self {
            address,
            stop,
            task: tokio::spawn(served.into_future()),
        }
    }

    pub(crate) const fn address(&self) -> std::net::SocketAddr {
        self.address
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Send a request on a connection of its own.
    pub(crate) async fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Connection {
        self.send_text(&request(method, headers, body)).await
    }

    pub(crate) async fn send_text(&self, request: &str) -> Connection {
        let mut socket = self.connect().await;
        socket.write_all(request.as_bytes()).await.unwrap();
        Connection {
            socket,
            read: Vec::new(),
        }
    }

    /// Send a call on a connection of its own; a modern one if it says so of itself.
    pub(crate) async fn call(&self, call: &Value) -> Connection {
        let is_modern = !call["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].is_null();
        let mut headers = vec![
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        if is_modern {
            headers.extend(mirror(call));
        } else {
            headers.push(("MCP-Protocol-Version", "2025-11-25"));
        }
        self.send("POST", &headers, &call.to_string()).await
    }
}

/// The headers of a modern call.
pub(crate) fn mirror(call: &Value) -> [(&str, &str); 3] {
    let name = call["params"]["name"].as_str().unwrap();
    [
        ("MCP-Protocol-Version", VERSION),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", name),
    ]
}

/// A request as it stands on the wire; its connection ends with its answer.
pub(crate) fn request(method: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!(
        "{method} /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text + "\r\n" + body
}

/// A connection that carries one request.
pub(crate) struct Connection {
    socket: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    /// Read until this stands in what was read, and give all of that.
    pub(crate) async fn until(&mut self, wanted: &str) -> &str {
        while !self.text().contains(wanted) {
            let mut chunk = [0; 4096];
            let length = self.socket.read(&mut chunk).await.unwrap();
            assert!(length > 0, "the end, and no {wanted:?} in {:?}", self.text());
            self.read.extend_from_slice(&chunk[..length]);
        }
        self.text()
    }

    /// Read to the end: the head, and the body without the marks of its chunks.
    pub(crate) async fn rest(mut self) -> (String, String) {
        self.socket.read_to_end(&mut self.read).await.unwrap();
        let (head, mut body) = self.text().split_once("\r\n\r\n").unwrap();
        let head = head.to_ascii_lowercase();
        if !head.contains("transfer-encoding: chunked") {
            return (head, body.to_owned());
        }
        let mut whole = String::new();
        loop {
            let (length, rest) = body.split_once("\r\n").unwrap();
            match usize::from_str_radix(length, 16).unwrap() {
                0 => return (head, whole),
                length => {
                    whole.push_str(&rest[..length]);
                    body = rest[length..].strip_prefix("\r\n").unwrap();
                }
            }
        }
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.read).unwrap()
    }
}

/// The messages of a stream, and how many comments it has.
pub(crate) fn events(body: &str) -> (Vec<Value>, usize) {
    let (mut messages, mut comments) = (Vec::new(), 0);
    for event in body.split_terminator("\n\n") {
        match event.strip_prefix("event: message\ndata: ") {
            Some(data) => messages.push(serde_json::from_str(data).unwrap()),
            None => {
                assert_eq!(event, ":");
                comments += 1;
            }
        }
    }
    (messages, comments)
}
