//! Roots: the folders that a client works in.

use serde::Deserialize;
use serde_json::Value;

use super::question::{Misread, sealed};
use super::{Capability, InputRequest, Question};
use crate::Object;

/// Asks the client which folders it works in; the answer is a list of [`Root`]s.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, Failure, Reply, Roots};
///
/// async fn where_am_i(ctx: &Context) -> Result<Reply, Failure> {
///     let roots = ctx.ask(Roots::new("roots"))?;
///     Ok(Reply::new(json!(roots.iter().map(|root| root.uri()).collect::<Vec<_>>())))
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Roots {
    id: String,
}

impl Roots {
    /// By the tool's own id for it.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into() }
    }
}

/// A folder or a file of the client's, told by the client: it grants nothing (wire contract I3).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Root {
    uri: String,
    name: Option<String>,
}

impl Root {
    /// Its URI, as the client wrote it.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Its name for people.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

impl sealed::Sealed for Roots {}

impl Question for Roots {
    type Answer = Vec<Root>;

    fn id(&self) -> &str {
        &self.id
    }

    fn request(&self) -> Result<InputRequest, String> {
        Ok(InputRequest {
            method: "roots/list",
            params: Object::new(),
            needs: Capability::Roots,
        })
    }

    fn read(&self, response: &Value) -> Result<Vec<Root>, Misread> {
        let roots = response
            .get("roots")
            .and_then(|roots| Vec::<Root>::deserialize(roots).ok());
        roots.ok_or_else(|| Misread::unfit("it has no list of `roots`."))
    }
}
