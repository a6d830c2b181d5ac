//! A wire to a server that remembers what passed: what a client does over HTTP is read from there, whatever its language.

use std::collections::BTreeMap;
use std::io::{Read, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use crate::shell::Outcome;

const METHODS: [&str; 3] = ["POST", "GET", "DELETE"];

/// What passed in one direction of every connection, one after the other.
type Passed = Arc<Mutex<Vec<Vec<u8>>>>;

pub(super) struct Wiretap {
    server: String,
    address: String,
    requests: Passed,
    answers: Passed,
}

/// What a client did with its sessions.
pub(super) struct Sessions {
    server: String,
    /// How many requests of each method named each id.
    by_id: BTreeMap<String, BTreeMap<&'static str, usize>>,
    /// Status lines of answers that were no success.
    refused: Vec<String>,
}

impl Wiretap {
    /// Listens for as long as this process lives.
    pub(super) fn before(server: &str) -> Outcome<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let wiretap = Self {
            server: server.to_owned(),
            address: listener.local_addr()?.to_string(),
            requests: Passed::default(),
            answers: Passed::default(),
        };
        let (server, requests, answers) = (
            wiretap.server.clone(),
            Arc::clone(&wiretap.requests),
            Arc::clone(&wiretap.answers),
        );
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // Where the server takes no more, the client sees its connection closed.
                let Ok(server) = TcpStream::connect(&server) else {
                    continue;
                };
                let (Ok(from), Ok(to)) = (client.try_clone(), server.try_clone()) else {
                    continue;
                };
                pass(from, to, &requests);
                pass(server, client, &answers);
            }
        });
        Ok(wiretap)
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// What was done until now.
    pub(super) fn sessions(&self) -> Outcome<Sessions> {
        let mut by_id: BTreeMap<String, BTreeMap<&'static str, usize>> = BTreeMap::new();
        for connection in lines(&self.requests) {
            let mut method = "";
            for line in connection {
                if let Some((before, _)) = line.split_once(" /mcp HTTP/1.1") {
                    // The body of the request before it has no line end of its own.
                    let is_it = |method: &&str| before.ends_with(method);
                    method = METHODS.into_iter().find(is_it).unwrap_or("another method");
                } else if let Some(id) = header(&line, "mcp-session-id") {
                    *by_id.entry(id).or_default().entry(method).or_default() += 1;
                }
            }
        }
        let answers = lines(&self.answers).into_iter().flatten();
        let refused = answers
            .filter(|line| line.starts_with("HTTP/1.1 ") && !line.starts_with("HTTP/1.1 2"))
            .collect();
        Ok(Sessions {
            server: self.server.clone(),
            by_id,
            refused,
        })
    }
}

impl Sessions {
    /// One id, kept from the first request to the last; one stream that was read; one end; and then the id means nothing any more.
    pub(super) fn judge(&self) -> Outcome {
        if !self.refused.is_empty() {
            return Err(format!("over HTTP the client was refused: {:?}", self.refused).into());
        }
        let Some((id, methods)) = self.by_id.first_key_value().filter(|_| self.by_id.len() == 1) else {
            return Err(format!("the client was to have one session, and named these: {:?}", self.by_id).into());
        };
        let count = |method| methods.get(method).copied().unwrap_or_default();
        if count("POST") < 2 || count("GET") != 1 || count("DELETE") != 1 {
            return Err(format!("the client did these with its session: {methods:?}").into());
        }
        let status = ping(&self.server, id)?;
        if status.starts_with("HTTP/1.1 404 ") {
            return Ok(());
        }
        Err(format!("after its end the session answers {status}").into())
    }
}

/// Passes bytes on until there are no more, and remembers them.
fn pass(mut from: TcpStream, mut to: TcpStream, passed: &Passed) {
    let passed = Arc::clone(passed);
    let number = {
        let mut all = passed.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(Vec::new());
        all.len() - 1
    };
    std::thread::spawn(move || {
        let mut buffer = [0; 16 * 1024];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            passed.lock().unwrap_or_else(PoisonError::into_inner)[number].extend_from_slice(&buffer[..count]);
            if to.write_all(&buffer[..count]).is_err() {
                break;
            }
        }
        // Either end may be closed already.
        let _ = from.shutdown(Shutdown::Read);
        let _ = to.shutdown(Shutdown::Write);
    });
}

fn lines(passed: &Passed) -> Vec<Vec<String>> {
    let all = passed.lock().unwrap_or_else(PoisonError::into_inner);
    all.iter()
        .map(|bytes| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect())
        .collect()
}

fn header(line: &str, name: &str) -> Option<String> {
    let (found, value) = line.split_once(':')?;
    found.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
}

/// The status line that a ping with this id gets.
fn ping(server: &str, id: &str) -> Outcome<String> {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let mut stream = TcpStream::connect(server)?;
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Type: application/json\r\nMcp-Session-Id: {id}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}
