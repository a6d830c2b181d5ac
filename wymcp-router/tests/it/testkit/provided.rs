//! Resources, prompts and completion under the test kit, and what is sensitive without a policy (DEF-4, N1, N5, N6).

use serde_json::json;
use wymcp_router::testkit::{Report, examine, examine_calling};
use wymcp_router::{
    ActionSchema, ActionTool, Completion, Contents, Context, Data, Decision, Failure, Mount, MountBuilder, Page,
    PageRequest, PlainTool, Prompt, PromptArgument, PromptArguments, PromptReply, Reply, Resource, ResourceTemplate,
    Resources,
};

fn told(report: &Report) -> String {
    let told: Vec<String> = report
        .findings()
        .iter()
        .map(|finding| finding.to_string().split(", declared at").next().unwrap().to_owned())
        .collect();
    told.join("\n")
}

fn sound() -> MountBuilder {
    Mount::builder("server", "1")
        .page_size(1)
        .resource(Resource::text("note://one", "one", "text/plain", "One").description("The first note"))
        .resource(
            Resource::new("note://two", "two")
                .description("The second note")
                .handler(async |_| Ok(Some(Contents::text("Two")))),
        )
        .resource_template(
            ResourceTemplate::new("note://of/{day}", "of a day")
                .description("The note of a day")
                .complete("day", async |_, _| Ok(Completion::new(["monday"])))
                .handler(async |_, _| Ok(Some(Contents::text("Of that day")))),
        )
        .prompt(
            Prompt::new("praise", "Praises")
                .argument(PromptArgument::required("whom").description("Whom to praise"))
                .argument(PromptArgument::new("why").description("What for"))
                .handler(async |arguments: PromptArguments, _: Context| {
                    assert!(arguments.get("why").is_none(), "no optional argument is given");
                    Ok(PromptReply::user(format!("Praise {}", &arguments["whom"])))
                }),
        )
}

#[tokio::test]
async fn what_is_sound_has_no_finding_and_runs_only_where_it_is_chosen() {
    let mount = sound().build().unwrap();
    let examined = examine(&mount);
    assert_eq!(told(&examined), "");
    assert_eq!(told(&examine_calling(&mount, |_, _| true).await), "");
    let chosen = examine_calling(&broken().build().unwrap(), |_, _| false).await;
    assert_eq!(told(&chosen), told(&examine(&broken().build().unwrap())));
}

/// Lists for ever.
struct Endless;

impl Resources for Endless {
    async fn list(&self, _: &PageRequest, _: &Context) -> Result<Page<Resource>, Failure> {
        Ok(Page::part(
            [Resource::new("note://again", "again").description("Again")],
            Some("again".to_owned()),
        ))
    }

    async fn read(&self, uri: &str, _: &Context) -> Result<Option<Contents>, Failure> {
        Ok((uri == "note://again").then(|| Contents::text("Again")))
    }
}

fn broken() -> MountBuilder {
    Mount::builder("server", "1")
        .resource(Resource::new("note://gone", "gone").handler(async |_| Ok(None)))
        .resource(
            Resource::new("note://panic", "panic")
                .description("Panics")
                .handler(async |_| -> Result<Option<Contents>, Failure> { panic!("no note today") }),
        )
        .resources(Endless)
        .resource_template(
            ResourceTemplate::new("note://of/{day}", "of a day")
                .complete("day", async |_, _| -> Result<Completion, Failure> {
                    panic!("no day today")
                })
                .handler(async |_, _| Ok(None)),
        )
        .prompt(
            Prompt::new("silent", "Says nothing")
                .argument(PromptArgument::new("why"))
                .handler(async |_: PromptArguments, _: Context| Ok(PromptReply::new([]))),
        )
        .prompt(
            Prompt::new("loud", "Panics")
                .handler(async |_: PromptArguments, _: Context| -> Result<PromptReply, Failure> { panic!("no words") }),
        )
}

#[tokio::test]
async fn what_is_broken_is_told_with_what_to_mend() {
    let mount = broken().build().unwrap();
    insta::assert_snapshot!(told(&examine_calling(&mount, |_, _| true).await));
}

#[test]
fn def_4_what_is_sensitive_and_judged_by_nobody_is_doubtful() {
    let builder = || {
        let wipe = PlainTool::builder("wipe")
            .description("Wipes")
            .annotations(json!({"destructiveHint": true}))
            .handler_without_arguments(async |_: Context| Ok(Reply::new("wiped")));
        let notes = ["read", "delete"]
            .into_iter()
            .fold(ActionTool::builder("notes", "Notes"), |notes, action| {
                notes.action(action, ActionSchema::new("Do it"), async |_: Data, _: Context| {
                    Ok(Reply::new("done"))
                })
            });
        Mount::builder("server", "1")
            .tool(wipe)
            .tool(notes)
            .sensitive_action("notes", "delete")
    };
    insta::assert_snapshot!(told(&examine(&builder().build().unwrap())));
    let judged = builder().policy(|_: &wymcp_router::PolicyCall<'_>| Decision::Allow);
    assert_eq!(told(&examine(&judged.build().unwrap())), "");
}
