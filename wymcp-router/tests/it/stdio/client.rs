//! The other end of the pipes.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, duplex};
use tokio::task::JoinHandle;
use wymcp_router::Mount;

pub(crate) struct Client {
    pub(crate) input: Option<DuplexStream>,
    pub(crate) output: Lines<BufReader<DuplexStream>>,
    server: JoinHandle<std::io::Result<()>>,
}

impl Client {
    pub(crate) fn of(mount: Mount) -> Self {
        Self::with_pipes(mount, 1 << 20)
    }

    /// Pipes that hold so many bytes.
    pub(crate) fn with_pipes(mount: Mount, bytes: usize) -> Self {
        let (input, server_input) = duplex(bytes);
        let (server_output, output) = duplex(bytes);
        let server = tokio::spawn(mount.serve_lines(server_input, server_output));
        Self {
            input: Some(input),
            output: BufReader::new(output).lines(),
            server,
        }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_bytes(format!("{message}\n").as_bytes()).await;
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).await.unwrap();
    }

    /// The next answer; null at the end.
    pub(crate) async fn next(&mut self) -> Value {
        self.output
            .next_line()
            .await
            .unwrap()
            .map_or(Value::Null, |line| serde_json::from_str(&line).unwrap())
    }

    /// Close the input; gives what is still answered, and sees the server end well.
    pub(crate) async fn close(mut self) -> Vec<Value> {
        drop(self.input.take());
        let mut rest = Vec::new();
        while let Some(line) = self.output.next_line().await.unwrap() {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        self.server.await.unwrap().unwrap();
        rest
    }

    /// Go away without a word.
    pub(crate) async fn vanish(self) {
        drop((self.input, self.output));
        self.server.await.unwrap().unwrap();
    }
}
