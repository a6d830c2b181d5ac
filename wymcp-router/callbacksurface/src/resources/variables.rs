//! What a URI says in the places of a template's variables.

use std::collections::BTreeMap;
use std::ops::Index;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The values of a template's variables in one URI, decoded.
///
/// A variable with `*` has a list of values, any other has one. A variable that the URI leaves out has none.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Contents, Context, ResourceTemplate, UriVariables};
///
/// let template = ResourceTemplate::new("note://{id}{?lang}", "note").handler(|uri: UriVariables, _: Context| async move {
///     Ok(Contents::text(format!("{} in {}", &uri["id"], uri.get("lang").unwrap_or("en"))))
/// });
/// # let _ = template;
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UriVariables {
    values: BTreeMap<Arc<str>, Vec<String>>,
}

impl UriVariables {
    pub(super) const fn new(values: BTreeMap<Arc<str>, Vec<String>>) -> Self {
        Self { values }
    }

    /// The value of a variable, the first of several.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.list(name).first().map(String::as_str)
    }

    /// The values of a variable with `*`; at most one for any other.
    #[must_use]
    pub fn list(&self, name: &str) -> &[String] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    /// The value of a variable as a path that stays below whatever it is joined to: no root, no drive, no `.` and no `..` (N2).
    ///
    /// A value that begins with a slash would *replace* the path that it is joined to; this gives nothing for it.
    #[must_use]
    pub fn relative_path(&self, name: &str) -> Option<PathBuf> {
        let values = self.list(name);
        let stays = |value: &String| {
            !value.contains('\\')
                && Path::new(value)
                    .components()
                    .all(|part| matches!(part, Component::Normal(_)))
        };
        (!values.is_empty() && values.iter().all(stays)).then(|| values.iter().collect())
    }
}

impl Index<&str> for UriVariables {
    type Output = str;

    /// # Panics
    /// When the URI leaves the variable out: index what the template always has, [`get`](Self::get) the rest.
    fn index(&self, name: &str) -> &str {
        &self.values[name][0]
    }
}
