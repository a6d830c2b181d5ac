//! What is found when a mount is built (ACT-11).

use serde_json::{Value, json};
use wymcp_router::{
    Contents, Context, Mount, Prompt, PromptArgument, PromptArguments, PromptReply, Resource, ResourceTemplate,
    UriVariables,
};

#[test]
fn act_11_every_mistake_is_found_at_once() {
    let read = |_: UriVariables, _: Context| async { Ok(Contents::text("")) };
    let offences = Mount::builder("m", "1")
        .page_size(0)
        .resource(Resource::text("docs://a", "a", "text/plain", ""))
        .resource(Resource::text("docs://a", "again", "text/plain", ""))
        .resource(Resource::new("readme.md", " "))
        .resource(
            Resource::text("file:///a/../b", "climbs", "text/plain", "")
                .description("\t")
                .audience(["model"]),
        )
        .resource(
            Resource::text("docs://deep", "deep", "text/plain", "")
                .meta((0..100).fold(json!(1), |below, _| json!([below]))),
        )
        .resource_template(ResourceTemplate::new("docs://{id", "open").handler(read))
        .resource_template(ResourceTemplate::new("{+uri}", "any").handler(read))
        .resource_template(
            ResourceTemplate::new("docs://{id}", "docs")
                .values("ids", ["1"])
                .handler(read),
        )
        .resource_template(ResourceTemplate::new("docs://{id}", "nobody"))
        .prompt(
            Prompt::new("p", " ")
                .argument(PromptArgument::new("a").description(""))
                .argument(PromptArgument::required("a"))
                .argument(PromptArgument::new(""))
                .icons(json!([{"src": 5}]))
                .handler(|_: PromptArguments, _: Context| async { Ok(PromptReply::user("")) }),
        )
        .prompt(Prompt::new("p", "Again"))
        .build()
        .unwrap_err();
    // Lines of this file come and go.
    let told: Vec<String> = offences
        .to_string()
        .lines()
        .map(|line| {
            let mut parts = line.split(file!());
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |told, part| {
                told + "<here>" + part.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit())
            })
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"));
    assert!(offences.iter().all(|offence| offence.location().is_some()));
}

#[test]
fn siz_a_definition_of_any_depth_is_refused_and_dropped() {
    let deep = (0..100_000).fold(json!(1), |below, _| Value::Array(vec![below]));
    let resource = Resource::text("docs://a", "a", "text/plain", "").icons(deep);
    let offences = Mount::builder("m", "1").resource(resource).build().unwrap_err();
    assert_eq!(
        offences.iter().map(|offence| offence.code()).collect::<Vec<_>>(),
        ["invalid_icons"]
    );
}
