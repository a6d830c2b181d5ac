//! What a client is told, as JSON-RPC messages with their keys in code point order (wire contract J3, J6, L22).

use wymcp_bound::json;

use crate::rpc::Id;

/// A change as one client is told of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum News<'c> {
    Tools,
    Prompts,
    Resources,
    Updated(&'c str),
}

impl News<'_> {
    /// The notification; with a tag, on the subscription that it names.
    pub(crate) fn message(self, tag: Option<&Tag>) -> String {
        let mut out = String::with_capacity(192);
        begin(&mut out, self.method());
        if let Some(tag) = tag {
            out.push_str(",\"params\":{");
            tag.write_meta(&mut out);
        }
        if let Self::Updated(uri) = self {
            out.push_str(if tag.is_some() { "," } else { ",\"params\":{" });
            out.push_str("\"uri\":");
            json::write_str(&mut out, uri);
            out.push('}');
        } else if tag.is_some() {
            out.push('}');
        }
        out.push('}');
        out
    }

    const fn method(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources => "notifications/resources/list_changed",
            Self::Updated(_) => "notifications/resources/updated",
        }
    }
}

/// The id of the request that began a subscription, as JSON: what each of its messages carries (J3).
#[derive(Debug, Clone)]
pub(crate) struct Tag(String);

impl Tag {
    pub(crate) fn of(id: &Id) -> Self {
        let mut out = String::new();
        id.write(&mut out);
        Self(out)
    }

    /// Append the member alone.
    pub(crate) fn write(&self, out: &mut String) {
        out.push_str("\"io.modelcontextprotocol/subscriptionId\":");
        out.push_str(&self.0);
    }

    fn write_meta(&self, out: &mut String) {
        out.push_str("\"_meta\":{");
        self.write(out);
        out.push('}');
    }

    /// The first message of a subscription: what it will be told of (J2). `write` appends the members of `notifications`.
    pub(crate) fn acknowledged(&self, write: impl FnOnce(&mut String)) -> String {
        let mut out = String::with_capacity(256);
        begin(&mut out, "notifications/subscriptions/acknowledged");
        out.push_str(",\"params\":{");
        self.write_meta(&mut out);
        out.push_str(",\"notifications\":{");
        write(&mut out);
        out.push_str("}}}");
        out
    }

    /// The server ends the subscription, where many share a channel (J9).
    pub(crate) fn cancelled(&self) -> String {
        let mut out = String::with_capacity(192);
        begin(&mut out, "notifications/cancelled");
        out.push_str(",\"params\":{");
        self.write_meta(&mut out);
        out.push_str(",\"requestId\":");
        out.push_str(&self.0);
        out.push_str("}}");
        out
    }
}

fn begin(out: &mut String, method: &str) {
    out.push_str("{\"jsonrpc\":\"2.0\",\"method\":\"");
    out.push_str(method);
    out.push('"');
}
