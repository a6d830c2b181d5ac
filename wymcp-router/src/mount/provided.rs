//! Resources and prompts on a mount.

use wymcp_callbacksurface::{Prompt, Prompts, Resource, ResourceTemplate, Resources};

use super::MountBuilder;

/// What is served beside tools. Each kind is declared to clients as soon as there is one of it (H3).
///
/// ```
/// use wymcp_router::{Contents, Context, Mount, Prompt, PromptArgument, PromptArguments, PromptReply, Resource, ResourceTemplate};
///
/// # fn main() -> Result<(), wymcp_router::Offences> {
/// let mount = Mount::builder("docs-server", "1.0.0")
///     .resource(Resource::text("docs://readme", "readme", "text/markdown", "# Hello"))
///     .resource_template(
///         ResourceTemplate::new("docs://chapters/{number}", "chapter")
///             .handler(|uri, _| async move { Ok(Contents::text(format!("Chapter {}", &uri["number"]))) }),
///     )
///     .prompt(
///         Prompt::new("explain", "Explain a chapter").argument(PromptArgument::required("number")).handler(
///             |arguments: PromptArguments, _: Context| async move {
///                 Ok(PromptReply::user(format!("Explain chapter {}", &arguments["number"])))
///             },
///         ),
///     )
///     .build()?;
/// # let _ = mount;
/// # Ok(())
/// # }
/// ```
impl MountBuilder {
    /// Add a resource, with its contents or a handler that reads it.
    #[track_caller]
    pub fn resource(mut self, resource: Resource) -> Self {
        self.resources.resource(resource);
        self
    }

    /// Add a family of resources, with a handler that reads them. Of several that a URI fits, the first one is asked first.
    #[track_caller]
    pub fn resource_template(mut self, template: ResourceTemplate) -> Self {
        self.resources.template(template);
        self
    }

    /// Add a provider of resources that are found while serving. It is asked after what is mounted by itself.
    #[track_caller]
    pub fn resources(mut self, provider: impl Resources) -> Self {
        self.resources.provider(provider);
        self
    }

    /// Add a prompt with its handler.
    #[track_caller]
    pub fn prompt(mut self, prompt: Prompt) -> Self {
        self.prompts.prompt(prompt);
        self
    }

    /// Add a provider of prompts that are found while serving. It is asked after what is mounted by itself.
    pub fn prompts(mut self, provider: impl Prompts) -> Self {
        self.prompts.provider(provider);
        self
    }

    /// Entries on one page of `resources/list`, `resources/templates/list` and `prompts/list`; 100 by default (N6).
    #[track_caller]
    pub fn page_size(mut self, entries: usize) -> Self {
        self.declare("/page_size");
        self.limits.page = entries;
        self
    }
}
