//! A subscriber that keeps what it is told.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{DefaultGuard, set_default};
use tracing::{Metadata, Subscriber};

/// The fields of one event or span, as text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) fields: BTreeMap<&'static str, String>,
}

impl Event {
    pub(crate) fn get(&self, field: &str) -> Option<&str> {
        self.fields.get(field).map(String::as_str)
    }
}

impl Visit for Event {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }
}

/// Listens on this thread until it is dropped.
pub(crate) struct Capture {
    kept: Arc<Kept>,
    _listening: DefaultGuard,
}

#[derive(Default)]
struct Kept {
    events: Mutex<Vec<Event>>,
    spans: Mutex<Vec<Event>>,
    next: AtomicU64,
}

struct Listener(Arc<Kept>);

impl Capture {
    pub(crate) fn start() -> Self {
        let kept = Arc::new(Kept::default());
        Self {
            _listening: set_default(Listener(Arc::clone(&kept))),
            kept,
        }
    }

    pub(crate) fn events(&self) -> Vec<Event> {
        self.kept.events.lock().unwrap().clone()
    }

    pub(crate) fn named(&self, name: &str) -> Vec<Event> {
        self.events().into_iter().filter(|event| event.name == name).collect()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.events().into_iter().map(|event| event.name).collect()
    }

    pub(crate) fn spans(&self) -> Vec<Event> {
        self.kept.spans.lock().unwrap().clone()
    }
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "wymcp"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut kept = Event {
            name: span.metadata().name().to_owned(),
            ..Event::default()
        };
        span.record(&mut kept);
        self.0.spans.lock().unwrap().push(kept);
        Id::from_u64(self.0.next.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn event(&self, event: &tracing::Event<'_>) {
        let mut kept = Event {
            name: event.metadata().name().to_owned(),
            ..Event::default()
        };
        event.record(&mut kept);
        self.0.events.lock().unwrap().push(kept);
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}
