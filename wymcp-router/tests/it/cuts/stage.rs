//! A server whose calls are counted: begun, finished, gone.

use std::sync::Arc;

use axum::{Extension, Router};
use serde_json::{Value, json};
use tokio::sync::watch;
use wymcp_router::{Census, Context, Data, Mount, PlainTool, PlainToolBuilder, Reply, Resource};

use super::bound;
use crate::streams::raw::Server;
use crate::support::call;

pub(super) const RESOURCE: &str = "test://watched";

/// Calls of one era.
#[derive(Debug, Clone, Copy, Default)]
struct Calls {
    begun: usize,
    finished: usize,
    gone: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct Ledger {
    modern: Calls,
    legacy: Calls,
    /// Calls that hold on may end.
    is_released: bool,
}

pub(super) struct Stage {
    pub(super) server: Server,
    pub(super) mount: Mount,
    ledger: watch::Sender<Ledger>,
    /// A part of every request; whatever is left of one refers to it.
    token: Arc<()>,
}

impl Stage {
    pub(super) async fn open() -> Self {
        let ledger = watch::Sender::default();
        let token = Arc::new(());
        let mount = Mount::builder("stage", "1.0.0")
            .tool(work(ledger.clone()))
            .resource(Resource::text(RESOURCE, "watched", "text/plain", "Watch me."))
            .build()
            .unwrap();
        let app = Router::new()
            .route_service("/mcp", mount.clone().into_service())
            .layer(Extension(Arc::clone(&token)));
        Self {
            server: Server::start_app(app).await,
            mount,
            ledger,
            token,
        }
    }

    /// LNG-2: a modern call ends with its client.
    pub(super) async fn modern_calls_are_gone(&self) {
        let mut ledger = self.ledger.subscribe();
        let gone = ledger.wait_for(|ledger| ledger.modern.begun == ledger.modern.gone);
        bound("the modern calls", gone).await.unwrap();
    }

    /// Everything that was begun comes to its end, and nothing is left of it; gives how many calls were dropped unfinished.
    pub(super) async fn close(self) -> usize {
        // Whatever was sent is read, or never will be, when no connection is left.
        bound("the connections", self.server.stop()).await;
        self.ledger.send_modify(|ledger| ledger.is_released = true);
        let mut ledger = self.ledger.subscribe();
        let all_gone = |ledger: &Ledger| {
            [ledger.modern, ledger.legacy]
                .iter()
                .all(|calls| calls.begun == calls.gone)
        };
        let ended = *bound("the calls", ledger.wait_for(all_gone)).await.unwrap();
        assert_eq!(
            ended.legacy.finished, ended.legacy.begun,
            "LNG-2: a legacy call goes on"
        );
        assert!(ended.legacy.begun > 0, "no call began");
        // A task drops its future before what else it holds.
        let nothing_left = async {
            while Arc::strong_count(&self.token) > 1 || self.mount.census() != Census::default() {
                tokio::task::yield_now().await;
            }
        };
        bound("what is left of sessions and requests", nothing_left).await;
        ended.modern.begun - ended.modern.finished
    }
}

/// Params of a call that reports progress so many times, and then does this: `answer`, `hold` on until it is released, or `ask`.
pub(super) fn working(steps: u32, then: &str) -> Value {
    let mut params = call("work", json!({"steps": steps, "then": then}));
    params["_meta"] = json!({"progressToken": "p"});
    params
}

fn work(ledger: watch::Sender<Ledger>) -> PlainToolBuilder {
    PlainTool::builder("work")
        .description("Works, and says so")
        .input_schema(json!({
            "type": "object",
            "properties": {"steps": {"type": "integer"}, "then": {"enum": ["answer", "hold", "ask"]}},
            "required": ["steps", "then"],
        }))
        .handler(move |arguments: Data, ctx: Context| {
            let mut place = Place::of(&ledger, ctx.protocol_version() == crate::support::VERSION);
            async move {
                let steps = arguments["steps"].as_u64().unwrap_or_default();
                for step in 1..=steps {
                    ctx.progress(step as f64, Some(steps as f64), Some("another step was made"));
                    tokio::task::yield_now().await;
                }
                match arguments["then"].as_str() {
                    Some("hold") => place.released().await,
                    // A client that has gone does not answer; its session's end does.
                    Some("ask") => drop(ctx.request("roots/list", Value::Null).await),
                    _ => {}
                }
                place.finish();
                Ok(Reply::new(json!(steps)))
            }
        })
}

/// A call's place in the ledger, left when its future is dropped.
struct Place {
    ledger: watch::Sender<Ledger>,
    is_modern: bool,
}

impl Place {
    fn of(ledger: &watch::Sender<Ledger>, is_modern: bool) -> Self {
        let place = Self {
            ledger: ledger.clone(),
            is_modern,
        };
        place.count(|calls| calls.begun += 1);
        place
    }

    async fn released(&self) {
        let mut ledger = self.ledger.subscribe();
        // The sender is here, so there is no end but this.
        let _ = ledger.wait_for(|ledger| ledger.is_released).await;
    }

    fn finish(&mut self) {
        self.count(|calls| calls.finished += 1);
    }

    fn count(&self, count: impl FnOnce(&mut Calls)) {
        self.ledger.send_modify(|ledger| {
            count(if self.is_modern {
                &mut ledger.modern
            } else {
                &mut ledger.legacy
            });
        });
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.count(|calls| calls.gone += 1);
    }
}
