//! What has changed.

/// Something that clients may want to hear of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// These tools came, went, or are others now.
    Tools(Vec<String>),
    /// The list of prompts.
    Prompts,
    /// The list of resources, or of their templates.
    Resources,
    /// What one resource holds.
    Resource(String),
    /// Nobody knows: anything may have changed.
    Anything,
}
