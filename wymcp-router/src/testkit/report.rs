//! What was found, and what was measured.

use std::fmt;

use wymcp_bound::escape_invisible;
use wymcp_callbacksurface::Gate;

use super::{Finding, Severity};

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
        self.findings
            .iter()
            .filter(move |finding| finding.severity() == severity)
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
