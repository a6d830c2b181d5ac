//! What was found, and what was measured.

use std::fmt;
use std::panic::Location;

use wymcp_bound::escape_invisible;
use wymcp_callbacksurface::Gate;

/// What an examination found; [`examine`](super::examine) makes one.
///
/// Its [`fmt::Display`] is for people: what was examined, then a line for each finding, the broken ones first.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    server: String,
    tools: usize,
    subjects: usize,
    calls: usize,
    provoked: [usize; Gate::ORDER.len()],
    sizes: Sizes,
    findings: Vec<Finding>,
}

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

/// Bytes of what a model reads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sizes {
    /// The array of `tools/list`, help among it.
    pub list: usize,
    /// `help {}`.
    pub index: usize,
    /// The largest page of help for one tool or one action, and whose it is.
    pub largest_page: (usize, String),
    /// The largest refusal that was provoked, and whose it is.
    pub largest_refusal: (usize, String),
}

impl Report {
    pub(super) fn new(server: &str, tools: usize) -> Self {
        Self {
            server: server.to_owned(),
            tools,
            subjects: 0,
            calls: 0,
            provoked: [0; Gate::ORDER.len()],
            sizes: Sizes::default(),
            findings: Vec::new(),
        }
    }

    /// Whether nothing is broken.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.broken().next().is_none()
    }

    /// All findings, in the order in which they were found: by tool as mounted, then by action.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What does not do what it says.
    pub fn broken(&self) -> impl Iterator<Item = &Finding> {
        self.of(Severity::Broken)
    }

    /// What could serve better.
    pub fn doubtful(&self) -> impl Iterator<Item = &Finding> {
        self.of(Severity::Doubtful)
    }

    /// Calls that were tried at the gates.
    #[must_use]
    pub const fn calls(&self) -> usize {
        self.calls
    }

    /// How often a gate was provoked and answered.
    #[must_use]
    pub fn provoked(&self, gate: Gate) -> usize {
        self.provoked.get(gate.number() - 1).copied().unwrap_or_default()
    }

    /// Bytes of what a model reads.
    #[must_use]
    pub const fn sizes(&self) -> &Sizes {
        &self.sizes
    }

    fn of(&self, severity: Severity) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.severity == severity)
    }

    /// A mistake is told once, however often it is met.
    pub(super) fn push(&mut self, finding: Finding) {
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    pub(super) const fn count_subject(&mut self) {
        self.subjects += 1;
    }

    pub(super) const fn count_call(&mut self) {
        self.calls += 1;
    }

    pub(super) fn count_refusal(&mut self, gate: Gate) {
        if let Some(count) = self.provoked.get_mut(gate.number() - 1) {
            *count += 1;
        }
    }

    pub(super) const fn sizes_mut(&mut self) -> &mut Sizes {
        &mut self.sizes
    }
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

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}`: tools {}, operations {}, calls tried {}; refused by gate",
            escape_invisible(&self.server),
            self.tools,
            self.subjects,
            self.calls
        )?;
        for gate in Gate::ORDER {
            write!(f, " {}:{}", gate.number(), self.provoked(gate))?;
        }
        let Sizes {
            list,
            index,
            largest_page: (page, of_page),
            largest_refusal: (refusal, of_refusal),
        } = &self.sizes;
        write!(f, "\nbytes: tools/list {list}, help index {index}")?;
        for (what, bytes, of) in [("page", page, of_page), ("refusal", refusal, of_refusal)] {
            if *bytes > 0 {
                write!(f, ", largest {what} {bytes} ({})", escape_invisible(of))?;
            }
        }
        write!(
            f,
            "\n{} broken, {} doubtful",
            self.broken().count(),
            self.doubtful().count()
        )?;
        for finding in self.broken().chain(self.doubtful()) {
            write!(f, "\n{finding}")?;
        }
        Ok(())
    }
}
