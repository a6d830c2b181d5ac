//! The one who writes (O11).

use std::io;

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc::Receiver;

/// Answers that wait to be written; whoever has another one waits too.
pub(super) const QUEUE: usize = 32;

/// Write whole lines as they come, flushed, until nobody is left who could send one.
pub(super) async fn write_all(mut answers: Receiver<String>, mut output: impl AsyncWrite + Unpin) -> io::Result<()> {
    while let Some(mut line) = answers.recv().await {
        line.push('\n');
        output.write_all(line.as_bytes()).await?;
        // What is ready is written together.
        if answers.is_empty() {
            output.flush().await?;
        }
    }
    output.flush().await
}
