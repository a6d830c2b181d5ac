//! What both kinds of builders declare in the same way.

use std::panic::Location;
use std::sync::Arc;

use serde_json::Value;

use crate::manifest::Origin;
use crate::offence::Offences;
use crate::served::{Served, Surface, SurfaceKind};
use crate::toolset::ToolSet;
use crate::{Callback, Offence};

/// The members of a definition that are the same for every tool.
#[derive(Debug, Clone, Default)]
pub(crate) struct Declared {
    pub(crate) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) title: Option<String>,
    pub(super) annotations: Option<Value>,
    pub(super) icons: Option<Value>,
    pub(super) meta: Option<Value>,
    pub(super) sensitive: bool,
    /// Found while reading; told with all others.
    pub(crate) offences: Vec<Offence>,
    /// The entry of the manifest, if it is one that declares the tool.
    pub(crate) origin: Option<Origin>,
}

impl Declared {
    pub(super) fn named(name: String) -> Self {
        Self {
            name: Some(name),
            ..Self::default()
        }
    }

    /// Whether what a callback says could not be read.
    pub(crate) fn has_offence(&self, callback: Callback) -> bool {
        let of_whole = |offence: &Offence| offence.callback() == Some(callback) && offence.pointer().is_empty();
        self.offences.iter().any(of_whole)
    }

    /// Name the file of the manifest that declares the tool.
    pub(crate) fn in_file(&mut self, file: &Arc<str>) {
        if let Some(origin) = &mut self.origin {
            origin.in_file(file);
        }
        self.offences.iter_mut().for_each(|offence| offence.in_file(file));
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
            offences,
            origin: _,
        } = self.clone();
        Surface {
            name,
            description,
            title,
            annotations,
            icons,
            meta,
            sensitive,
            kind,
            offences,
        }
    }
}

/// The same check as a mount's, for one tool (SRF-5).
pub(crate) fn checked(tool: Arc<dyn Served>, declared_at: &'static Location<'static>) -> Result<(), Offences> {
    ToolSet::build(vec![(tool, Some(declared_at))]).map(drop)
}

/// The methods by which a builder with a field `declared` sets those members, checks itself and becomes the tool `$tool`.
macro_rules! declares {
    ($builder:ident builds $tool:ident) => {
        impl $builder {
            /// A display title.
            pub fn title(mut self, title: impl Into<String>) -> Self {
                self.declared.title = Some(title.into());
                self
            }

            /// MCP tool annotations, an object.
            pub fn annotations(mut self, annotations: impl Into<::serde_json::Value>) -> Self {
                self.declared.annotations = Some(annotations.into());
                self
            }

            /// Icons, an array of MCP icon objects.
            pub fn icons(mut self, icons: impl Into<::serde_json::Value>) -> Self {
                self.declared.icons = Some(icons.into());
                self
            }

            /// `_meta` of the definition, an object.
            pub fn meta(mut self, meta: impl Into<::serde_json::Value>) -> Self {
                self.declared.meta = Some(meta.into());
                self
            }

            /// Hold every call of the tool to the mount's [`Policy`](crate::Policy) (DEF-4), as the annotations
            /// `destructiveHint: true` and `sensitive: true` do.
            pub const fn sensitive(mut self) -> Self {
                self.declared.sensitive = true;
                self
            }

            /// Check the declaration and build nothing.
            ///
            /// # Errors
            /// Every offence of the declaration at once (ACT-11, DEF-2).
            #[track_caller]
            pub fn validate(&self) -> Result<(), $crate::Offences> {
                let location = ::std::panic::Location::caller();
                $crate::builder::checked(::std::sync::Arc::new(self.clone()), location)
            }

            /// Check the tool by itself. A mount takes the builder as well, and reports its offences with all others.
            ///
            /// # Errors
            /// Every offence of the declaration at once (ACT-11, DEF-2).
            #[track_caller]
            pub fn build(self) -> Result<$tool, $crate::Offences> {
                self.validate()?;
                Ok($tool { declared: self })
            }
        }

        impl $crate::served::sealed::Sealed for $builder {}
        impl $crate::served::sealed::Sealed for $tool {}

        /// As its builder declared it.
        impl $crate::Served for $tool {
            fn surface(&self) -> $crate::served::Surface {
                self.declared.surface()
            }

            fn run<'a>(
                &'a self,
                action: usize,
                data: $crate::Data,
                ctx: &'a $crate::Context,
            ) -> $crate::BoxFuture<'a, ::std::result::Result<$crate::Reply, $crate::Failure>> {
                self.declared.run(action, data, ctx)
            }

            fn origin(&self) -> Option<&$crate::Origin> {
                self.declared.origin()
            }

            fn hints(&self, action: usize, hint_context: &$crate::Object, ctx: &$crate::Context) -> Vec<$crate::Hint> {
                $crate::Served::hints(&self.declared, action, hint_context, ctx)
            }

            fn handle_error(&self, failure: &$crate::Failure) -> String {
                $crate::Served::handle_error(&self.declared, failure)
            }

            fn action_context<'a>(
                &'a self,
                action: usize,
                ctx: &'a $crate::Context,
            ) -> $crate::BoxFuture<'a, Option<$crate::Object>> {
                $crate::Served::action_context(&self.declared, action, ctx)
            }

            fn validate_data(
                &self,
                action: usize,
                data: &mut $crate::Object,
                ctx: &$crate::Context,
            ) -> ::std::result::Result<(), $crate::DataRefusal> {
                $crate::Served::validate_data(&self.declared, action, data, ctx)
            }
        }
    };
}
pub(super) use declares;
