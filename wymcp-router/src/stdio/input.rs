//! Standard input, read so that nobody has to wait for it.

use std::io::{self, Read as _};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc::{self, Receiver, Sender};

/// Bytes that are read at once.
const CHUNK: usize = 64 * 1024;

/// Standard input, read by a thread of its own.
///
/// A read of standard input cannot be given up. On a thread of the runtime it would keep the process from ending until the client
/// writes once more, though the client may be gone; this thread ends with the process.
#[derive(Debug)]
pub(super) struct Input {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    used: usize,
}

impl Input {
    /// Begin to read; a few chunks wait at most.
    pub(super) fn standard() -> io::Result<Self> {
        let (sender, chunks) = mpsc::channel(2);
        std::thread::Builder::new()
            .name("wymcp-stdin".to_owned())
            .spawn(move || pump(&sender))?;
        Ok(Self {
            chunks,
            chunk: Vec::new(),
            used: 0,
        })
    }
}

/// Read until the end, an error, or nobody listens.
fn pump(sender: &Sender<io::Result<Vec<u8>>>) {
    let mut input = io::stdin().lock();
    let mut buffer = vec![0; CHUNK];
    loop {
        let read = match input.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => Ok(buffer.get(..length).unwrap_or_default().to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let failed = read.is_err();
        if sender.blocking_send(read).is_err() || failed {
            return;
        }
    }
}

impl AsyncRead for Input {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.used == self.chunk.len() {
            match ready!(self.chunks.poll_recv(context)) {
                Some(chunk) => (self.chunk, self.used) = (chunk?, 0),
                None => return Poll::Ready(Ok(())),
            }
        }
        let rest = self.chunk.get(self.used..).unwrap_or_default();
        let length = rest.len().min(buffer.remaining());
        buffer.put_slice(rest.get(..length).unwrap_or_default());
        self.used += length;
        Poll::Ready(Ok(()))
    }
}
