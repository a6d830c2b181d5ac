//! One thing to mend, and how bad it is.

use std::fmt;
use std::panic::Location;

use wymcp_bound::escape_invisible;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Something does not do what it says.
    Broken,
    /// It works; a caller would be served better otherwise.
    Doubtful,
}

/// One thing to mend.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    severity: Severity,
    code: &'static str,
    tool: Option<String>,
    action: Option<String>,
    pointer: String,
    what: String,
    fix: String,
    location: Option<&'static Location<'static>>,
}

impl Finding {
    pub(super) fn broken(code: &'static str, what: impl Into<String>) -> Self {
        Self::new(Severity::Broken, code, what.into())
    }

    pub(super) fn doubtful(code: &'static str, what: impl Into<String>) -> Self {
        Self::new(Severity::Doubtful, code, what.into())
    }

    fn new(severity: Severity, code: &'static str, what: String) -> Self {
        Self {
            severity,
            code,
            tool: None,
            action: None,
            pointer: String::new(),
            what,
            fix: String::new(),
            location: None,
        }
    }

    pub(super) fn of(self, tool: &str, action: Option<&str>) -> Self {
        Self {
            tool: Some(tool.to_owned()),
            action: action.map(str::to_owned),
            ..self
        }
    }

    pub(super) fn at(self, pointer: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            ..self
        }
    }

    pub(super) fn declared_at(self, location: Option<&'static Location<'static>>) -> Self {
        Self { location, ..self }
    }

    pub(super) fn mended_by(self, fix: impl Into<String>) -> Self {
        Self {
            fix: fix.into(),
            ..self
        }
    }

    /// How bad it is.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// Which kind of finding it is: stable.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// The tool it is about.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// The action it is about.
    #[must_use]
    pub fn action(&self) -> Option<&str> {
        self.action.as_deref()
    }

    /// The place, a JSON Pointer into the action as help shows it, or into the input schema of a plain tool; `""` is the whole.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What is wrong.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }

    /// How to mend it.
    #[must_use]
    pub fn fix(&self) -> &str {
        &self.fix
    }

    /// The source line that declared it, where a builder call did.
    #[must_use]
    pub const fn location(&self) -> Option<&'static Location<'static>> {
        self.location
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Broken => "broken",
            Severity::Doubtful => "doubtful",
        };
        let place = [self.tool.as_deref(), self.action.as_deref()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(".");
        let pointer = if self.pointer.is_empty() {
            String::new()
        } else {
            format!(" at {}", self.pointer)
        };
        // Names are the author's and may hold anything; a finding stays one line.
        let line = format!("{place}{pointer}: {}; {}", self.what, self.fix);
        write!(f, "{word}: {} [{}]", escape_invisible(&line), self.code)?;
        match self.location {
            Some(location) => write!(f, ", declared at {location}"),
            None => Ok(()),
        }
    }
}
