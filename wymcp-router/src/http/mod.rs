//! Streamable HTTP: a thin shell over the mount (rows 1 to 4 of the ladder, bodies, statuses).

mod body;
mod detach;
mod events;
mod guard;
mod negotiate;
mod resumable;
mod serve;
mod service;
mod sessions;
mod stream;
mod sweep;

pub(crate) use guard::{Guard, GuardOptions};
pub use service::MountService;

use std::time::Duration;

use crate::mount::MountBuilder;

/// Who may reach an endpoint over HTTP (wire contract B4 to B9).
///
/// A page in a browser can be made to talk to a server on the same machine, by a foreign `Origin` or by a name that resolves to
/// 127.0.0.1. So, unless told otherwise, `Host` must be `localhost`, `127.0.0.1` or `[::1]`, with any port, and an `Origin` must be of
/// one of these too; anything else is answered 403 before its body is read. A request without `Origin`, as programs send it, is
/// served.
///
/// ```
/// use wymcp_router::Mount;
///
/// let mount = Mount::builder("public", "1.0.0")
///     .allow_host("mcp.example.com")
///     .allow_origin("https://app.example.com")
///     .build();
/// assert!(mount.is_ok());
/// ```
impl MountBuilder {
    /// Serve under this name too: `mcp.example.com` with any port, or `mcp.example.com:8443`. Pages of the same name and port may call.
    #[track_caller]
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        let index = self.guard_mut().hosts.len();
        self.declare(format!("/allow_host/{index}"));
        self.guard_mut().hosts.push(host.into());
        self
    }

    /// Do not look at `Host`: for a server behind something that does.
    pub fn allow_any_host(mut self) -> Self {
        self.guard_mut().any_host = true;
        self
    }

    /// Let pages of this origin call, e.g. `https://app.example.com`.
    #[track_caller]
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        let index = self.guard_mut().origins.len();
        self.declare(format!("/allow_origin/{index}"));
        self.guard_mut().origins.push(origin.into());
        self
    }

    /// Do not look at `Origin`: any page that a user opens may then call as that user.
    pub fn allow_any_origin(mut self) -> Self {
        self.guard_mut().any_origin = true;
        self
    }
}

/// Sessions of legacy clients (wire contract L).
///
/// A client of 2025-11-25 or earlier opens a session by `initialize`, and names it in every message from then on. In it a tool may ask the
/// client ([`Context::request`](crate::Context::request)), log messages have a level, a stream of notifications can be read (`GET`), and a
/// stream whose connection was cut can be taken up again. A session lives in the memory of this process: behind a balancer, send a
/// session's requests to the same process, or serve without sessions.
impl MountBuilder {
    /// Whether legacy clients get sessions; they do by default. Without, each of their messages stands for itself, as a modern one does:
    /// `GET` and `DELETE` are answered 405, and nothing of the above is there.
    pub fn legacy_sessions(mut self, are_kept: bool) -> Self {
        self.sessions_mut().are_kept = are_kept;
        self
    }

    /// How long a session may be silent before it ends; 30 minutes by default. One whose stream is being read, or whose call runs, is not
    /// silent.
    #[track_caller]
    pub fn session_idle(mut self, limit: Duration) -> Self {
        self.declare("/session_idle");
        self.sessions_mut().idle = limit;
        self
    }

    /// How many sessions there may be; 10 000 by default. One more, and the one that was silent for longest ends; where each has a call
    /// that runs, the new client is told to come back later (503).
    #[track_caller]
    pub fn session_cap(mut self, sessions: usize) -> Self {
        self.declare("/session_cap");
        self.sessions_mut().cap = sessions;
        self
    }
}
