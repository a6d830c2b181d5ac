//! Resources and prompts that ask (INP-1, wire contract I1, G8).

use serde_json::{Value, json};
use wymcp_router::{
    CacheScope, Contents, Context, Field, Form, Mount, Page, PageRequest, Prompt, PromptArgument, PromptArguments,
    PromptReply, Questions as _, Resource, ResourceTemplate, Resources,
};

use super::client::{Request, accepted, stateless};

pub(crate) fn word() -> Form {
    Form::new("word", "Which word?").field(Field::text("word"))
}

async fn asked(ctx: &Context) -> Result<String, wymcp_router::Failure> {
    let word = ctx.ask(word().with_state(&1))?.accepted();
    Ok(word.map_or_else(|| "nothing".to_owned(), |form| form["word"].to_string()))
}

/// Lists and completes by asking, which cannot be.
struct Asking;

impl Resources for Asking {
    async fn list(&self, _: &PageRequest, ctx: &Context) -> Result<Page<Resource>, wymcp_router::Failure> {
        asked(ctx).await?;
        Ok(Page::whole([]))
    }

    async fn read(&self, uri: &str, ctx: &Context) -> Result<Option<Contents>, wymcp_router::Failure> {
        if uri != "found://a" {
            return Ok(None);
        }
        Ok(Some(Contents::text(asked(ctx).await?)))
    }
}

pub(crate) fn mount() -> Mount {
    Mount::builder("library", "1.0.0")
        .state_keys([super::fixture::KEY])
        .cache(60_000, CacheScope::Public)
        .resource(Resource::text("kept://a", "a", "text/plain", "A"))
        .resource(
            Resource::new("asking://a", "a")
                .handler(|ctx: Context| async move { Ok(Contents::text(asked(&ctx).await?)) }),
        )
        .resource_template(
            ResourceTemplate::new("asking://{id}/b", "b")
                .handler(|_, ctx: Context| async move { Ok(Contents::text(asked(&ctx).await?)) }),
        )
        .resources(Asking)
        .prompt(
            Prompt::new("explain", "Explains")
                .argument(PromptArgument::required("what"))
                .handler(|arguments: PromptArguments, ctx: Context| async move {
                    Ok(PromptReply::user(format!(
                        "{}: {}",
                        &arguments["what"],
                        asked(&ctx).await?
                    )))
                }),
        )
        .build()
        .unwrap()
}

pub(crate) fn read(uri: &str) -> Request {
    Request::of("resources/read", json!({"uri": uri}))
}

pub(crate) fn explain(what: &str) -> Request {
    Request::of("prompts/get", json!({"name": "explain", "arguments": {"what": what}}))
}

fn answers() -> Value {
    json!({"word": accepted(json!({"word": "why"}))})
}

#[tokio::test]
async fn i_1_reading_a_resource_and_getting_a_prompt_may_ask() {
    let mount = mount();
    let mut shown = String::new();
    for request in [
        read("asking://a"),
        read("asking://7/b"),
        read("found://a"),
        explain("x"),
    ] {
        let asked = request.result(&mount).await;
        assert!(asked.get("ttlMs").is_none(), "G5");
        let go_on = request.answering(answers()).with_state(asked["requestState"].clone());
        let result = go_on.result(&mount).await;
        shown += &format!("{}\n  {result}\n", stateless(asked));
    }
    insta::assert_snapshot!(shown);
}

#[tokio::test]
async fn inp_2_their_state_is_bound_as_well() {
    let mount = mount();
    let state = explain("x").state(&mount).await;
    for foreign in [
        explain("y"),
        read("asking://a"),
        read("kept://a"),
        Request::call("help", json!({})),
    ] {
        let (status, error) = foreign.with_state(state.clone()).error(&mount).await;
        assert_eq!((status, &error["code"]), (200, &json!(-32602)));
    }
    let of_a = read("asking://a").state(&mount).await;
    let (_, error) = read("asking://7/b").with_state(of_a).error(&mount).await;
    assert_eq!(error["code"], -32602);
}

#[tokio::test]
async fn inp_3_what_they_need_is_told_like_a_tools_need() {
    let mount = mount();
    for request in [read("asking://a"), explain("x")] {
        let (status, error) = request.declaring(json!({})).error(&mount).await;
        assert_eq!((status, &error["code"]), (400, &json!(-32021)));
        assert_eq!(error["data"], json!({"requiredCapabilities": {"elicitation": {}}}));
    }
}

#[tokio::test]
async fn i_1_a_list_asks_nothing() {
    let (status, error) = Request::of("resources/list", json!({})).error(&mount()).await;
    let whole = Request::of("resources/list", json!({"inputResponses": answers()}))
        .send(&mount())
        .await;
    assert_eq!((status, &error["code"]), (200, &json!(-32603)));
    assert_eq!(whole.1["error"], error, "answers change nothing");
    insta::assert_snapshot!(error, @r#"{"code":-32603,"message":"the server wants to ask, and `resources/list` is nothing that can ask"}"#);
}

#[tokio::test]
async fn g_8_an_answer_to_answers_is_not_kept() {
    let mount = mount();
    let plain = read("kept://a").result(&mount).await;
    assert_eq!(
        (&plain["ttlMs"], &plain["cacheScope"]),
        (&json!(60_000), &json!("public"))
    );
    let answered = read("kept://a").answering(answers()).result(&mount).await;
    assert_eq!(
        (&answered["ttlMs"], &answered["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    assert_eq!(answered["contents"], plain["contents"]);
}
