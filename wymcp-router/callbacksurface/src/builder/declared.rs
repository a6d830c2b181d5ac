//! What both kinds of builders declare in the same way.

use std::panic::Location;
use std::sync::Arc;

use serde_json::Value;

use crate::offence::Offences;
use crate::served::{Served, Surface, SurfaceKind};
use crate::toolset::ToolSet;

/// The members of a definition that are the same for every tool.
#[derive(Debug, Clone, Default)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) title: Option<String>,
    pub(super) annotations: Option<Value>,
    pub(super) icons: Option<Value>,
    pub(super) meta: Option<Value>,
    pub(super) sensitive: bool,
}

impl Declared {
    pub(super) fn named(name: String) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    pub(super) fn surface(&self, kind: SurfaceKind) -> Surface {
        let Self {
            name,
            description,
            title,
            annotations,
            icons,
            meta,
            sensitive,
        } = self.clone();
        Surface {
            name: Some(name),
            description,
            title,
            annotations,
            icons,
            meta,
            sensitive,
            kind,
        }
    }
}

/// The same check as a mount's, for one tool (SRF-5).
pub(crate) fn checked(tool: Arc<dyn Served>, declared_at: &'static Location<'static>) -> Result<(), Offences> {
    ToolSet::build(vec![(tool, Some(declared_at))]).map(drop)
}
