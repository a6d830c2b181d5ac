//! Streamable HTTP: a thin shell over the mount (rows 1 to 4 of the ladder, bodies, statuses).

mod body;
mod detach;
mod events;
mod guard;
mod negotiate;
mod serve;
mod service;
mod stream;

pub(crate) use guard::{Guard, GuardOptions};
pub use service::MountService;

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
