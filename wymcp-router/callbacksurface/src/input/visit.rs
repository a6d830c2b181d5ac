//! Visits: elicitation in URL mode (wire contract I14, D8).

use iri_string::types::UriStr;
use serde_json::Value;

use super::question::{Misread, sealed};
use super::{Capability, Elicited, InputRequest, Question, elicited};

/// A web page for a person to visit: to sign in, to pay, to enter what neither client nor model may read.
///
/// Accepted means that the person agreed to open the page, not that anything is done there: that the server has to know of itself, and
/// the client learns it by the result of a call (`notifications/elicitation/complete`, optional in one revision, is not sent). Put
/// nothing of the person's into the URL, and nothing that signs them in; serve it over HTTPS.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, Failure, Reply, Visit};
///
/// async fn connect(ctx: &Context) -> Result<Reply, Failure> {
///     let visit = Visit::new("sign-in", "Sign in with your bank", "https://bank.example/connect");
///     Ok(match ctx.ask(visit)?.accepted() {
///         Some(()) => Reply::new(json!({"next": "call again when you have signed in"})),
///         None => Reply::new(json!({"connected": false})),
///     })
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Visit {
    id: String,
    message: String,
    url: String,
}

impl Visit {
    /// A visit by the tool's own id for it, what the person reads, and the absolute URL of the page.
    #[must_use]
    pub fn new(id: impl Into<String>, message: impl Into<String>, url: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            message: message.into(),
            url: url.into(),
        }
    }
}

impl sealed::Sealed for Visit {}

impl Question for Visit {
    type Answer = Elicited<()>;

    fn id(&self) -> &str {
        &self.id
    }

    fn request(&self) -> Result<InputRequest, String> {
        let is_web = UriStr::new(&self.url).is_ok_and(|url| {
            matches!(url.scheme_str(), "https" | "http") && url.authority_str().is_some_and(|host| !host.is_empty())
        });
        if !is_web {
            return Err("its URL is no absolute http or https address".to_owned());
        }
        let members = [("message", &*self.message), ("mode", "url"), ("url", &self.url)];
        Ok(InputRequest {
            method: "elicitation/create",
            params: members
                .map(|(key, text)| (key.to_owned(), text.into()))
                .into_iter()
                .collect(),
            needs: Capability::UrlElicitation,
        })
    }

    fn read(&self, response: &Value) -> Result<Elicited<()>, Misread> {
        Ok(match elicited::read(response)? {
            Elicited::Accepted(_) => Elicited::Accepted(()),
            Elicited::Declined => Elicited::Declined,
            Elicited::Cancelled => Elicited::Cancelled,
        })
    }
}
