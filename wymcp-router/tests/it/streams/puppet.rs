//! A tool that does what a test tells it to, when it is told.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Notify, oneshot};
use wymcp_router::{Context, Failure, Mount, MountBuilder, PlainTool, PlainToolBuilder, Reply};

use crate::support::{call, legacy, modern, without_sessions};

type Act = Box<dyn FnOnce(&Context) + Send>;

enum Order {
    Act(Act, oneshot::Sender<()>),
    Finish,
}

/// One call of the tool `puppet`, in a test's hands.
#[derive(Clone)]
pub(crate) struct Puppet {
    orders: UnboundedSender<Order>,
    inner: Arc<Inner>,
}

struct Inner {
    taken: tokio::sync::Mutex<UnboundedReceiver<Order>>,
    context: Mutex<Option<Context>>,
    begun: Notify,
    ended: Notify,
    finished: AtomicUsize,
    dropped: AtomicUsize,
    dropped_cancelled: AtomicBool,
}

impl Puppet {
    pub(crate) fn new() -> Self {
        let (orders, taken) = unbounded_channel();
        let inner = Inner {
            taken: tokio::sync::Mutex::new(taken),
            context: Mutex::default(),
            begun: Notify::new(),
            ended: Notify::new(),
            finished: AtomicUsize::new(0),
            dropped: AtomicUsize::new(0),
            dropped_cancelled: AtomicBool::new(false),
        };
        Self {
            orders,
            inner: Arc::new(inner),
        }
    }

    pub(crate) fn tool(&self) -> PlainToolBuilder {
        self.named("puppet")
    }

    pub(crate) fn named(&self, name: &str) -> PlainToolBuilder {
        let inner = Arc::clone(&self.inner);
        PlainTool::builder(name)
            .description("Does as it is told")
            .handler_without_arguments(move |ctx: Context| perform(Arc::clone(&inner), ctx))
    }

    /// A mount with the puppet and a tool that answers at once; legacy calls need no session.
    pub(crate) fn builder(&self) -> MountBuilder {
        with_echo(self.tool())
    }

    pub(crate) fn mount(&self) -> Mount {
        self.builder().build().unwrap()
    }

    #[cfg(any(feature = "http", feature = "stdio"))]
    /// Order it, and wait until it is done.
    pub(crate) async fn does(&self, act: impl FnOnce(&Context) + Send + 'static) {
        let done = self.order(act);
        done.await.unwrap();
    }

    /// Order it; the puppet acts when it is run next.
    pub(crate) fn order(&self, act: impl FnOnce(&Context) + Send + 'static) -> oneshot::Receiver<()> {
        let (done, receiver) = oneshot::channel();
        assert!(self.orders.send(Order::Act(Box::new(act), done)).is_ok());
        receiver
    }

    pub(crate) fn finish(&self) {
        assert!(self.orders.send(Order::Finish).is_ok());
    }

    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) async fn begun(&self) {
        self.inner.begun.notified().await;
    }

    #[cfg(any(feature = "http", feature = "stdio"))]
    /// Wait until the tool's future is gone: finished, or dropped before.
    pub(crate) async fn ended(&self) {
        self.inner.ended.notified().await;
    }

    /// The context of its last call.
    pub(crate) fn context(&self) -> Context {
        self.inner.context.lock().unwrap().clone().unwrap()
    }

    /// How often it finished, and how often it was dropped unfinished.
    pub(crate) fn fate(&self) -> (usize, usize) {
        let finished = self.inner.finished.load(Ordering::SeqCst);
        (finished, self.inner.dropped.load(Ordering::SeqCst) - finished)
    }

    /// Whether it was known to be cancelled when its future was dropped.
    pub(crate) fn was_dropped_cancelled(&self) -> bool {
        self.inner.dropped_cancelled.load(Ordering::SeqCst)
    }
}

async fn perform(inner: Arc<Inner>, ctx: Context) -> Result<Reply, Failure> {
    *inner.context.lock().unwrap() = Some(ctx.clone());
    let _gone = OnDrop(Arc::clone(&inner), ctx.clone());
    let mut orders = inner.taken.lock().await;
    inner.begun.notify_one();
    while let Some(Order::Act(act, done)) = orders.recv().await {
        act(&ctx);
        let _ = done.send(());
    }
    inner.finished.fetch_add(1, Ordering::SeqCst);
    Ok(Reply::new(json!("finished")))
}

struct OnDrop(Arc<Inner>, Context);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.dropped_cancelled.store(self.1.is_cancelled(), Ordering::SeqCst);
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
        self.0.ended.notify_one();
    }
}

/// A mount with a tool, and another one, `echo`, that answers at once; legacy calls need no session.
pub(crate) fn with_echo(tool: PlainToolBuilder) -> MountBuilder {
    let echo = PlainTool::builder("echo")
        .description("Answers at once")
        .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!("here"))) });
    without_sessions(Mount::builder("puppets", "1.0.0").tool(tool).tool(echo))
}

/// A modern call of the puppet, with these further members of `_meta`.
pub(crate) fn modern_call(meta: Value) -> Value {
    let mut request = modern(1, "tools/call", call("puppet", json!({})));
    if let (Some(own), Value::Object(more)) = (request["params"]["_meta"].as_object_mut(), meta) {
        own.extend(more);
    }
    request
}

pub(crate) fn legacy_call(meta: Value) -> Value {
    let mut request = legacy(1, "tools/call", call("puppet", json!({})));
    request["params"]["_meta"] = meta;
    request
}

pub(crate) fn with_token() -> Value {
    json!({"progressToken": "p-1"})
}

pub(crate) fn with_log(level: &str) -> Value {
    json!({"io.modelcontextprotocol/logLevel": level})
}
