//! As much of an HTTP client as the chore needs: one request a connection, HTTP/1.0, so that a body ends with it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::shell::Outcome;

/// How long a server may be silent.
const PATIENCE: Duration = Duration::from_secs(20);

/// An answer whose head has come.
#[derive(Debug)]
pub(crate) struct Exchange {
    head: String,
    body: BufReader<TcpStream>,
}

/// Posts a modern message.
pub(crate) fn exchange(address: &str, message: &Value) -> Outcome<Exchange> {
    let mut connection = TcpStream::connect(address)?;
    connection.set_read_timeout(Some(PATIENCE))?;
    let body = message.to_string();
    let method = message["method"].as_str().unwrap_or_default();
    let name = message["params"]["name"]
        .as_str()
        .map_or_else(String::new, |name| format!("Mcp-Name: {name}\r\n"));
    write!(
        connection,
        "POST /mcp HTTP/1.0\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{name}\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut body = BufReader::new(connection);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if body.read_line(&mut head)? == 0 {
            return Err(format!("{address} hangs up on {method}, after:\n{head}").into());
        }
    }
    if head.lines().next().is_some_and(|line| line.contains(" 200 ")) {
        return Ok(Exchange { head, body });
    }
    let mut rest = String::new();
    body.read_to_string(&mut rest)?;
    Err(format!("{address} answers {method} with:\n{head}{rest}").into())
}

impl Exchange {
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut named = lines.filter(|(key, _)| key.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value.to_owned())
    }

    /// The whole body.
    pub(crate) fn json(mut self) -> Outcome<Value> {
        let mut text = String::new();
        self.body.read_to_string(&mut text)?;
        Ok(serde_json::from_str(&text)?)
    }

    /// The next message of a stream.
    pub(crate) fn event(&mut self) -> Outcome<Value> {
        loop {
            let mut line = String::new();
            if self.body.read_line(&mut line)? == 0 {
                return Err("the stream has ended".into());
            }
            if let Some(message) = line.strip_prefix("data: ") {
                return Ok(serde_json::from_str(message)?);
            }
        }
    }
}
