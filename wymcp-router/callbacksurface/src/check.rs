//! The check of one tool, in the tool's own crate (SRF-5).

use std::panic::Location;
use std::sync::Arc;

use crate::Served;
use crate::builder::checked;
use crate::offence::Offences;

/// Check a tool as a mount does: the same code, so what passes here is mounted without offence, unless another tool has its name.
///
/// `check_tool!` makes a `#[test]` of it.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{PlainTool, check};
///
/// let offences = check(PlainTool::builder("ping").description("Answer")).unwrap_err();
/// assert!(offences.iter().any(|offence| offence.code() == "missing_handler"));
/// ```
///
/// # Errors
/// Every offence of the tool at once, in a stable order (ACT-11).
#[track_caller]
pub fn check(tool: impl Served) -> Result<(), Offences> {
    checked(Arc::new(tool), Location::caller())
}
