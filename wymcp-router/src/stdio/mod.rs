//! JSON-RPC lines on standard input and output (wire contract O).

mod calls;
mod conversation;
mod input;
mod lines;
mod writer;

use std::io;

use http::Extensions;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::mount::Mount;

impl Mount {
    /// Serve one client over standard input and output, until it closes them.
    ///
    /// Calls run side by side; one task writes, whole lines. A bad line costs its sender one error and nothing else. Nothing but
    /// messages may be printed on standard output: logs belong on standard error, and `println!` in a tool breaks the client.
    ///
    /// At the end of the input running calls have ten seconds to answer.
    ///
    /// ```no_run
    /// # async fn run() -> std::io::Result<()> {
    /// let mount = wymcp_router::Mount::builder("task-server", "1.0.0").build().map_err(std::io::Error::other)?;
    /// mount.serve_stdio().await
    /// # }
    /// ```
    ///
    /// # Errors
    /// Reading or writing failed; a client that has gone away is no error.
    pub async fn serve_stdio(self) -> io::Result<()> {
        self.serve_lines(input::Input::standard()?, tokio::io::stdout()).await
    }

    /// [`serve_stdio`](Self::serve_stdio) over any pair of streams.
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
    /// let mount = wymcp_router::Mount::builder("empty", "1.0.0").build().unwrap();
    /// let mut output = Vec::new();
    /// mount.serve_lines(&b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"[..], &mut output).await.unwrap();
    /// assert_eq!(output, b"{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{}}\n");
    /// # });
    /// ```
    ///
    /// # Errors
    /// Reading or writing failed; a client that has gone away is no error.
    pub async fn serve_lines(self, input: impl AsyncRead + Unpin, output: impl AsyncWrite + Unpin) -> io::Result<()> {
        self.serve_lines_with(Extensions::new(), input, output).await
    }

    /// [`serve_lines`](Self::serve_lines), with what every call may read from its context: a
    /// [`Principal`](crate::Principal) among them is who the client is.
    ///
    /// # Errors
    /// Reading or writing failed; a client that has gone away is no error.
    pub async fn serve_lines_with(
        self,
        extensions: Extensions,
        input: impl AsyncRead + Unpin,
        output: impl AsyncWrite + Unpin,
    ) -> io::Result<()> {
        conversation::hold(self, extensions, input, output).await
    }
}
