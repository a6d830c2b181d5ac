//! A listener of the mount's own.

use std::future::IntoFuture as _;
use std::io;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt as _;
use tokio::net::{TcpListener, ToSocketAddrs};

use crate::mount::Mount;

/// How long calls may go on after the signal to stop.
const GRACE: Duration = Duration::from_secs(10);

impl Mount {
    /// Serve over HTTP at `/mcp`, until Ctrl-C or, where there is one, SIGTERM.
    ///
    /// Bind 127.0.0.1 unless other machines must reach it (wire contract B7); then allow the names they use
    /// ([`allow_host`](crate::MountBuilder::allow_host)). Then no new connection is taken, and running calls have ten seconds to
    /// end.
    ///
    /// # Errors
    /// The address cannot be bound.
    pub async fn serve(self, address: impl ToSocketAddrs) -> io::Result<()> {
        let listener = TcpListener::bind(address).await?;
        self.serve_on(listener, told_to_stop()).await
    }

    /// Serve over HTTP at `/mcp` on a listener that is bound already, until `stop` ends.
    ///
    /// # Errors
    /// The listener has no address of its own.
    pub async fn serve_on(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let own = listener.local_addr()?;
        if !own.ip().is_loopback() && !self.core().guard.is_configured() {
            tracing::warn!(address = %own, "clients that name this server by other than its address are refused: see `allow_host`");
        }
        let mount = self.clone();
        let app: Router = Router::new().route_service("/mcp", self.into_service().listening_on(own));
        let listener = listener.tap_io(|connection| {
            // An answer that is written in two parts would wait for the first one's acknowledgement.
            let _ = connection.set_nodelay(true);
        });
        let (stopped, stopping) = tokio::sync::oneshot::channel();
        let server = axum::serve(listener, app).with_graceful_shutdown(async move {
            stop.await;
            mount.hang_up();
            drop(mount);
            let _ = stopped.send(());
        });
        let mut server = pin!(server.into_future());
        let overtime = async {
            match stopping.await {
                Ok(()) => tokio::time::sleep(GRACE).await,
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            outcome = &mut server => outcome,
            () = overtime => Ok(()),
        }
    }
}

/// Ends when the process is asked to.
async fn told_to_stop() {
    tokio::select! {
        () = interrupted() => {}
        () = terminated() => {}
    }
}

async fn interrupted() {
    // Where no handler can be set, the server can only be killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
