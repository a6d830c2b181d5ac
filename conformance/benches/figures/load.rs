//! A load generator that costs little: raw HTTP/1.1 over kept connections, the same bytes each time.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::Outcome;

/// How many requests were answered in `time`, over so many connections that each wait for an answer before they ask again.
pub(crate) async fn round(address: &str, request: &[u8], connections: usize, time: Duration) -> Outcome<u64> {
    let mut opened = Vec::with_capacity(connections);
    for _ in 0..connections {
        opened.push(Connection::open(address).await?);
    }
    let end = Instant::now() + time;
    let mut asking = JoinSet::new();
    for mut connection in opened {
        let request = request.to_vec();
        asking.spawn(async move {
            let mut answered = 0;
            while Instant::now() < end {
                connection.ask(&request).await?;
                answered += 1;
            }
            Outcome::Ok(answered)
        });
    }
    let mut answered = 0;
    while let Some(count) = asking.join_next().await {
        answered += count??;
    }
    Ok(answered)
}

/// The body of one answer.
pub(crate) async fn once(address: &str, request: &[u8]) -> Outcome<Vec<u8>> {
    let mut connection = Connection::open(address).await?;
    let length = connection.ask(request).await?;
    Ok(connection.buffer.split_off(connection.buffer.len() - length))
}

struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    async fn open(address: &str) -> Outcome<Connection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream,
            buffer: Vec::with_capacity(16 * 1024),
        })
    }

    /// Sends the request and reads the whole answer, which stays in the buffer; gives the length of its body.
    async fn ask(&mut self, request: &[u8]) -> Outcome<usize> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err("the server closed the connection".into());
            }
            if let Some((head, body)) = measured(&self.buffer)?
                && self.buffer.len() >= head + body
            {
                return Ok(body);
            }
        }
    }
}

/// The lengths of head and body, once the head is there.
fn measured(buffer: &[u8]) -> Outcome<Option<(usize, usize)>> {
    let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = std::str::from_utf8(&buffer[..end])?;
    if !head.starts_with("HTTP/1.1 200 ") {
        return Err(format!("the server answered {}", head.lines().next().unwrap_or_default()).into());
    }
    let length = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let (_, length) = length.ok_or("the answer has no content-length")?;
    Ok(Some((end + 4, length.trim().parse()?)))
}
