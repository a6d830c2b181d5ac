//! Where in a manifest something is declared (ACT-11).

use std::fmt;
use std::sync::Arc;

use wymcp_bound::escape_invisible;

/// A place in a manifest: the file, where one was named, and a JSON Pointer from its root.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::Manifest;
///
/// let offences = Manifest::parse(r#"{"tools": [{"name": 7}]}"#).in_file("tools.json").validate().unwrap_err();
/// let source = offences.iter().find_map(|offence| offence.source()).unwrap();
/// assert_eq!((source.file(), source.pointer()), (Some("tools.json"), "/tools/0/name"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub(crate) file: Option<Arc<str>>,
    pub(crate) pointer: String,
}

impl Source {
    /// The file, as it was named by [`Manifest::in_file`](crate::Manifest::in_file).
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// A JSON Pointer from the root of the manifest; of what is missing, where it should stand.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }
}

/// `tools.json at /tools/0/name`
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape_invisible(self.file().unwrap_or("the manifest")))?;
        match self.pointer() {
            "" => Ok(()),
            pointer => write!(f, " at {}", escape_invisible(pointer)),
        }
    }
}
