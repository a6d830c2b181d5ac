//! What stands behind `check_mount!`.

use std::fmt::Display;

use super::{Report, Severity, examine, listing};
use crate::Mount;

/// What an expression for a mount may give: the mount, or a `Result` of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mount",
    note = "`check_mount!` takes an expression for a `Mount`, or for a `Result<Mount, _>` such as `Mount::builder(…).build()`"
)]
pub trait Built {
    /// The mount.
    ///
    /// # Errors
    /// Why there is none, in words.
    fn into_mount(self) -> Result<Mount, String>;
}

impl Built for Mount {
    fn into_mount(self) -> Result<Mount, String> {
        Ok(self)
    }
}

impl<E: Display> Built for Result<Mount, E> {
    fn into_mount(self) -> Result<Mount, String> {
        self.map_err(|error| error.to_string())
    }
}

/// Build twice, compare, and examine.
///
/// # Errors
/// What a test should fail with: why there is no mount, or the report, where something of `fails_on` or worse was found.
pub fn hold<B: Built>(build: impl Fn() -> B, fails_on: Severity) -> Result<Report, String> {
    let (first, second) = (build().into_mount()?, build().into_mount()?);
    let mut report = examine(&first);
    listing::compare(&first, &second, &mut report);
    if report.findings().iter().any(|finding| finding.severity() <= fails_on) {
        return Err(report.to_string());
    }
    Ok(report)
}
