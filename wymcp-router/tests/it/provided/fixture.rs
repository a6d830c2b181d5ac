//! A mount with one of everything that is served beside tools.

use http::HeaderMap;
use serde_json::{Value, json};
use wymcp_router::{
    Completion, CompletionRequest, Content, Contents, Context, Failure, Mount, MountBuilder, Outcome, Page,
    PageRequest, Prompt, PromptArgument, PromptArguments, PromptMessage, PromptReply, Prompts, Resource,
    ResourceTemplate, Resources, UriVariables,
};

use crate::support::{self, ask, headers, modern, over_http};

/// Rows that come in pages of the provider's own.
pub(crate) struct Rows(pub(crate) usize);

impl Resources for Rows {
    async fn list(&self, page: &PageRequest, _: &Context) -> Result<Page<Resource>, Failure> {
        let from: usize = page.cursor().map_or(Ok(0), str::parse).for_caller()?;
        let to = (from + page.size()).min(self.0);
        let rows = (from..to).map(|row| Resource::new(format!("row://{row}"), format!("row {row}")));
        Ok(Page::part(rows, (to < self.0).then(|| to.to_string())))
    }

    async fn read(&self, uri: &str, ctx: &Context) -> Result<Option<Contents>, Failure> {
        Ok(match uri.strip_prefix("row://") {
            Some("deep") => Some(Contents::text("").meta((0..200).fold(json!({}), |below, _| json!({"k": below})))),
            Some("panic") => panic!("row panicked"),
            Some("secret") => return Err(Failure::internal("the password is 12345")),
            Some("locked") => return Err(Failure::caller("the row is locked")),
            Some("who") => Some(Contents::text(ctx.principal().map_or("nobody", |who| who.id()))),
            Some(row) if row.parse::<usize>().is_ok_and(|row| row < self.0) => Some(Contents::text(row)),
            _ => None,
        })
    }

    fn templates(&self) -> Vec<ResourceTemplate> {
        vec![ResourceTemplate::new("row://{row}", "row").description("A row by its number")]
    }

    async fn complete(&self, _: &str, request: &CompletionRequest, _: &Context) -> Result<Completion, Failure> {
        let rows = (0..self.0).map(|row| row.to_string());
        Ok(rows.filter(|row| row.starts_with(request.value())).collect())
    }
}

/// Prompts that are listed whole.
pub(crate) struct Greetings;

impl Prompts for Greetings {
    async fn list(&self, _: &PageRequest, _: &Context) -> Result<Page<Prompt>, Failure> {
        Ok(Page::whole(["hello", "adieu", "bye"].map(greeting)))
    }

    async fn find(&self, name: &str, _: &Context) -> Result<Option<Prompt>, Failure> {
        Ok(matches!(name, "hello" | "adieu" | "bye").then(|| greeting(name)))
    }

    async fn get(&self, name: &str, arguments: PromptArguments, _: &Context) -> Result<PromptReply, Failure> {
        Ok(PromptReply::user(format!("{name}, {}", &arguments["whom"])))
    }

    async fn complete(&self, name: &str, request: &CompletionRequest, _: &Context) -> Result<Completion, Failure> {
        Ok(Completion::new([format!("{name}-{}", request.value())]))
    }
}

fn greeting(name: &str) -> Prompt {
    Prompt::new(name, format!("Say {name}")).argument(PromptArgument::required("whom"))
}

pub(crate) fn builder() -> MountBuilder {
    Mount::builder("library", "1.0.0")
        .resource(
            Resource::text("test://static-text", "text", "text/plain", "Some text")
                .title("A text")
                .description("Stays as it is")
                .audience(["user"])
                .priority(0.5)
                .last_modified("2026-01-01T00:00:00Z")
                .meta(json!({"example.com/k": 1})),
        )
        .resource(Resource::bytes(
            "test://static-binary",
            "bytes",
            "image/png",
            &[0x89, b'P'],
        ))
        .resource(
            Resource::new("test://counted", "counted")
                .mime_type("text/plain")
                .size(1)
                .handler(|ctx: Context| async move { Ok(Contents::text(ctx.tool())) }),
        )
        .resource(Resource::new("test://gone", "gone").handler(|_: Context| async { Ok(None) }))
        .resource_template(
            ResourceTemplate::new("test://template/{id}/data", "data")
                .title("Data")
                .mime_type("application/json")
                .values("id", ["123", "124", "200"])
                .handler(|uri: UriVariables, _: Context| async move {
                    let id = &uri["id"];
                    Ok((id != "404").then(|| Contents::text(json!({"id": id}).to_string())))
                }),
        )
        .prompt(
            Prompt::new("review", "Review code\nline by line")
                .title("Review")
                .argument(PromptArgument::required("code").description("What to review"))
                .argument(
                    PromptArgument::new("language")
                        .title("Language")
                        .values(["Rust", "Ruby", "Zig"]),
                )
                .handler(|arguments: PromptArguments, _: Context| async move {
                    let language = arguments.get("language").unwrap_or("some");
                    Ok([
                        PromptMessage::user(format!("Review this {language}: {}", &arguments["code"])),
                        PromptMessage::assistant("Gladly"),
                    ])
                }),
        )
        .prompt(
            Prompt::new("media", "All kinds of blocks").handler(|_: PromptArguments, _: Context| async {
                Ok(PromptReply::new([
                    PromptMessage::user(Content::image(&[1], "image/png")),
                    PromptMessage::user(Content::embedded_text("test://static-text", "text/plain", "Some text")),
                    PromptMessage::user(Content::resource_link("test://static-text", "text")),
                ])
                .description("Made for you"))
            }),
        )
        .prompt(
            Prompt::new("broken", "Fails")
                .argument(PromptArgument::new("how"))
                .handler(|arguments: PromptArguments, _: Context| async move {
                    match arguments.get("how") {
                        Some("panic") => panic!("prompt panicked"),
                        Some("aloud") => Err(Failure::caller(format!("no: {}", "long ".repeat(1_000)))),
                        Some("deep") => Ok(PromptReply::user(Content::json(
                            &(0..200).fold(json!(1), |below, _| json!([below])),
                        ))),
                        _ => Err(Failure::internal("the password is 12345")),
                    }
                }),
        )
}

pub(crate) fn mount() -> Mount {
    builder().resources(Rows(5)).prompts(Greetings).build().unwrap()
}

/// The answer to a modern request.
pub(crate) async fn modern_says(mount: &Mount, method: &str, params: Value) -> (u16, Value) {
    ask(mount, &modern(1, method, params)).await
}

/// The answer to a request of a legacy revision.
pub(crate) async fn legacy_says(mount: &Mount, revision: &str, method: &str, params: Value) -> (u16, Value) {
    let headers: HeaderMap = headers(&[("mcp-protocol-version", revision)]);
    over_http(mount, &headers, &support::legacy(1, method, params)).await
}

/// In every revision, newest first.
pub(crate) async fn everywhere(mount: &Mount, method: &str, params: Value) -> Vec<(u16, Value)> {
    let mut answers = vec![modern_says(mount, method, params.clone()).await];
    for revision in ["2025-11-25", "2025-06-18", "2025-03-26"] {
        answers.push(legacy_says(mount, revision, method, params.clone()).await);
    }
    answers
}
