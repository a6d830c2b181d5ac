//! Resources: what a client can read by address (wire contract N1 to N3, N7).

mod contents;
mod draft;
mod pattern;
mod provider;
mod resource;
mod set;
mod template;
mod uri;
mod variables;

pub use contents::Contents;
pub use draft::ResourceDrafts;
pub use provider::{Resources, ServedResources};
pub use resource::Resource;
pub use set::ResourceSet;
pub use template::ResourceTemplate;
pub use variables::UriVariables;
