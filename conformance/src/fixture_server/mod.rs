//! The server that the official conformance suite examines: every fixture that its requirement sets `2025-11-25` and
//! `2026-07-28` ask for, by its name.
//!
//! Each is a plain tool, a prompt or a resource as any user would declare it; nothing here knows more of wymcp than its public face.

mod asking;
mod changing;
mod content;
mod input_required;
mod media;
mod prompts;
mod resources;
mod schemas;
mod talking;
mod waiting;

use wymcp_router::{Mount, MountBuilder, Offences};

/// The server, ready to be served. `test_simple_text` comes first: the suite calls the first listed tool without arguments.
///
/// # Errors
/// A fixture that wymcp refuses.
pub fn mount() -> Result<Mount, Offences> {
    mount_with(|builder| builder)
}

/// The same, with more options.
///
/// # Errors
/// A fixture that wymcp refuses, or an option.
pub fn mount_with(more: impl FnOnce(MountBuilder) -> MountBuilder) -> Result<Mount, Offences> {
    let later = changing::Later::default();
    let dynamic = changing::Dynamic::default();
    let mut builder = Mount::builder("wymcp-fixtures", env!("CARGO_PKG_VERSION"))
        .title("Fixtures of the official conformance suite")
        .keep_mount_order();
    let tools = [
        content::tools(),
        talking::tools(),
        asking::tools(),
        input_required::tools(),
        schemas::tools(),
        changing::tools(&later, &dynamic),
        waiting::tools(),
    ];
    for tool in tools.into_iter().flatten() {
        builder = builder.tool(tool);
    }
    for prompt in prompts::prompts() {
        builder = builder.prompt(prompt);
    }
    builder = builder.prompt(input_required::prompt());
    for resource in resources::resources() {
        builder = builder.resource(resource);
    }
    let mount = more(builder)
        .resource_template(resources::template())
        .prompts(dynamic)
        .build()?;
    Ok(later.get_or_init(|| mount).clone())
}
