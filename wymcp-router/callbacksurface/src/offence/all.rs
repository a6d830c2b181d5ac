//! Every mistake of a mount, reported at once.

use std::fmt;

use super::Offence;

/// Every configuration mistake of everything that was to be mounted, in a stable order (ACT-11): options of the mount, then tools
/// in the order of mounting, each tool's callbacks in the order of the contract, actions in the order of declaration.
///
/// Its [`fmt::Display`] is a numbered list, a line for each, and so is its [`fmt::Debug`]: that is what a `main` that gives the error back prints.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::PlainTool;
///
/// let offences = PlainTool::builder("silent").validate().unwrap_err();
/// let codes: Vec<_> = offences.iter().map(|offence| offence.code()).collect();
/// assert_eq!(codes, ["missing_description", "missing_input_schema", "missing_handler"]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Offences(Vec<Offence>);

impl Offences {
    /// The mistakes, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Offence> {
        self.0.iter()
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Never, where it was returned as an error.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The mistakes, owned.
    #[must_use]
    pub fn into_vec(self) -> Vec<Offence> {
        self.0
    }
}

impl From<Vec<Offence>> for Offences {
    fn from(offences: Vec<Offence>) -> Self {
        Self(offences)
    }
}

impl<'o> IntoIterator for &'o Offences {
    type Item = &'o Offence;
    type IntoIter = std::slice::Iter<'o, Offence>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Offences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} configuration {}",
            self.len(),
            if self.len() == 1 { "offence" } else { "offences" }
        )?;
        for (index, offence) in self.iter().enumerate() {
            write!(f, "\n{}. {offence}", index + 1)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Offences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Offences {}
