//! A subscription without a socket.

use http::Extensions;
use serde_json::Value;
use wymcp_router::{Facts, Messages, Mount, Said};

use crate::support::said;

pub(super) struct Stream(Messages);

impl Stream {
    pub(super) fn open(mount: &Mount, request: &Value) -> Self {
        Self::open_as(mount, request, Extensions::new())
    }

    /// For a caller that an authentication layer has found out about.
    pub(super) fn open_as(mount: &Mount, request: &Value, extensions: Extensions) -> Self {
        let facts = Facts::bare().with_extensions(extensions);
        Self(mount.messages(request.to_string().as_bytes(), facts))
    }

    /// What comes next; null at the end.
    pub(super) async fn next(&mut self) -> Value {
        match self.0.next().await {
            Some(Said::Message(message)) => serde_json::from_str(&message).unwrap(),
            Some(Said::Answer(answer)) => said(&answer).1,
            None => Value::Null,
            Some(_) => panic!("a kind of piece that is not known"),
        }
    }
}
