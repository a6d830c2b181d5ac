//! One client, from its first line to its last.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use http::Extensions;
use tokio::io::{AsyncRead, AsyncWrite, BufReader};
use tokio::sync::mpsc::{self, Sender};

use super::calls::Calls;
use super::lines::{Line, Lines};
use super::writer;
use crate::mount::Mount;
use crate::rpc::{RpcError, code};
use crate::wire::{Facts, Handshake, Rejection, Step};

/// How long running calls may go on after the end of the input.
const GRACE: Duration = Duration::from_secs(10);

pub(super) async fn hold(
    mount: Mount,
    extensions: Extensions,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin,
) -> io::Result<()> {
    let (answers, queue) = mpsc::channel(writer::QUEUE);
    let mut reading = pin!(read(mount, extensions, input, answers));
    let mut writing = pin!(writer::write_all(queue, output));
    let written = tokio::select! {
        // All senders are gone with the reader, so the writer ends as soon as everything is out.
        read = &mut reading => { read?; writing.await }
        written = &mut writing => written,
    };
    match written {
        // Who no longer listens has gone away.
        Err(error) if matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset) => Ok(()),
        other => other,
    }
}

async fn read(
    mount: Mount,
    extensions: Extensions,
    input: impl AsyncRead + Unpin,
    answers: Sender<String>,
) -> io::Result<()> {
    let limit = mount.core().limits.line;
    let mut lines = Lines::new(BufReader::new(input), limit);
    let mut reader = Reader {
        calls: Calls::new(answers.clone(), limit),
        mount,
        extensions,
        answers,
        handshake: None,
    };
    loop {
        tokio::select! {
            line = lines.next(), if reader.calls.has_room() => match line? {
                None => break,
                Some(line) => reader.take(line).await,
            },
            fault = reader.calls.finished() => reader.send(fault).await,
        }
    }
    if let Some(handshake) = &reader.handshake {
        handshake.asked.end();
    }
    reader.calls.leave();
    let drained = async {
        while !reader.calls.is_idle() {
            let fault = reader.calls.finished().await;
            reader.send(fault).await;
        }
    };
    if tokio::time::timeout(GRACE, drained).await.is_err() {
        tracing::warn!("the input has ended, and calls that went on for too long were stopped");
    }
    Ok(())
}

struct Reader {
    mount: Mount,
    extensions: Extensions,
    answers: Sender<String>,
    calls: Calls,
    /// What `initialize` agreed on: legacy for the process, while modern requests go on saying what they are (O7).
    handshake: Option<Arc<Handshake>>,
}

impl Reader {
    async fn take(&mut self, line: Line) {
        let line = match line {
            Line::Whole(line) => line,
            Line::TooLong => {
                let error = RpcError::new(code::PARSE_ERROR, "the line is longer than this server reads");
                return self.send(Rejection::bad_request(error).answer(None, None).body).await;
            }
        };
        let facts = Facts::bare()
            .with_extensions(self.extensions.clone())
            .after(self.handshake.clone())
            .hearing(true);
        match self.mount.step(&line, facts) {
            Step::Answer(answer) => self.send(answer.body).await,
            Step::Handshake(agreed) => {
                if let Some(earlier) = self.handshake.replace(agreed.handshake) {
                    // Answers belong to the later conversation from now on: nothing that was asked before it can have one.
                    earlier.asked.end();
                }
                if let Some(telling) = agreed.telling {
                    self.calls.add(telling, 0);
                }
                self.send(agreed.answer.body).await;
            }
            Step::Call(call) => self.calls.add(call, line.len()),
            Step::Cancel(id) => self.calls.cancel(&id),
            Step::Accepted | Step::Stray(_) => {}
        }
    }

    async fn send(&mut self, line: Option<String>) {
        if let Some(line) = line {
            // Nobody writes any more: the writer's end ends the conversation.
            let _ = self.answers.send(line).await;
        }
    }
}
