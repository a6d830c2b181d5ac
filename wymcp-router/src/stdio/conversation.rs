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
use crate::wire::{Facts, Handshake, Rejection, Running, Step};

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
        let begins_to_ask = reader.begins_to_ask();
        let reads = reader.calls.has_room() || reader.is_asking();
        tokio::select! {
            line = lines.next(), if reads => match line? {
                None => break,
                Some(line) => reader.take(line).await,
            },
            fault = reader.calls.finished() => reader.send(fault).await,
            () = begins_to_ask, if !reads => {}
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
                    self.calls.leave_conversation();
                }
                if let Some(telling) = agreed.telling {
                    self.calls.add(telling, 0);
                }
                self.send(agreed.answer.body).await;
            }
            Step::Call(call) if call.is_standing || self.calls.has_room() => self.calls.add(call, line.len()),
            Step::Call(call) => self.send(crowded(&call)).await,
            Step::Cancel(id) => self.calls.cancel(&id),
            Step::Accepted | Step::Stray(_) => {}
        }
    }

    /// Whether a call waits for its client's answer, which stands behind whatever the client sent before: then reading goes on (L19).
    fn is_asking(&self) -> bool {
        self.handshake.as_ref().is_some_and(|client| client.asked.is_waiting())
    }

    /// Until a call asks its client something.
    fn begins_to_ask(&self) -> impl Future<Output = ()> + use<> {
        let client = self.handshake.clone();
        async move {
            match client {
                Some(client) => client.asked.begun().await,
                None => std::future::pending().await,
            }
        }
    }

    async fn send(&mut self, line: Option<String>) {
        if let Some(line) = line {
            // Nobody writes any more: the writer's end ends the conversation.
            let _ = self.answers.send(line).await;
        }
    }
}

/// The answer to a call for which there is no place, read on the way to what a running one waits for.
fn crowded(call: &Running) -> Option<String> {
    let error = RpcError::new(
        code::INTERNAL,
        "as many calls wait as this server keeps; answer what they ask, and make this one again later",
    );
    let rejection = Rejection {
        status: http::StatusCode::OK,
        error,
    };
    rejection.answer(call.id.as_ref(), None).body
}
