//! Failures and faults of providers (RUN-4, RUN-5).

use serde_json::{Value, json};
use wymcp_router::{Context, Failure, Mount, Page, PageRequest, Principal, Prompt, Resource, Resources};

use super::fixture::{everywhere, mount};
use crate::support::modern;

async fn error(method: &str, params: Value) -> Value {
    let answers = everywhere(&mount(), method, params).await;
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "the same in every revision"
    );
    assert_eq!(answers[0].0, 200, "E8");
    answers[0].1["error"].clone()
}

#[tokio::test]
async fn run_5_a_panic_of_a_provider_is_contained() {
    let fault = |message: &str| {
        json!({
            "code": -32603, "message": message, "data": {"errorType": "provider_fault", "exception": "panic"},
        })
    };
    assert_eq!(
        error("resources/read", json!({"uri": "row://panic"})).await,
        fault("row panicked")
    );
    let params = json!({"name": "broken", "arguments": {"how": "panic"}});
    assert_eq!(error("prompts/get", params).await, fault("prompt panicked"));
}

#[tokio::test]
async fn run_5_what_nests_too_deep_is_a_fault_and_not_sent() {
    for (method, params) in [
        ("resources/read", json!({"uri": "row://deep"})),
        ("prompts/get", json!({"name": "broken", "arguments": {"how": "deep"}})),
    ] {
        let error = error(method, params).await;
        assert_eq!(
            (&error["code"], &error["data"]["exception"]),
            (&json!(-32603), &json!("invalid_reply"))
        );
    }
}

#[tokio::test]
async fn run_4_the_words_of_a_failure_reach_whom_they_are_meant_for() {
    let generic = json!({"code": -32603, "message": "the operation failed; the server's log has the detail"});
    assert_eq!(error("resources/read", json!({"uri": "row://secret"})).await, generic);
    assert_eq!(error("prompts/get", json!({"name": "broken"})).await, generic);
    let locked = json!({"code": -32602, "message": "the row is locked"});
    assert_eq!(error("resources/read", json!({"uri": "row://locked"})).await, locked);
    let aloud = error("prompts/get", json!({"name": "broken", "arguments": {"how": "aloud"}})).await;
    assert!(aloud["message"].as_str().unwrap().chars().count() < 320, "BND-4");
}

struct Careless(fn() -> Resource);

impl Resources for Careless {
    async fn list(&self, _: &PageRequest, _: &Context) -> Result<Page<Resource>, Failure> {
        Ok(Page::whole([(self.0)()]))
    }

    async fn read(&self, _: &str, _: &Context) -> Result<Option<wymcp_router::Contents>, Failure> {
        Ok(None)
    }
}

#[tokio::test]
async fn run_5_what_a_provider_lists_is_held_to_what_a_mount_is() {
    for careless in [
        (|| Resource::new("no uri", "name")) as fn() -> Resource,
        || Resource::new("x://a", " "),
        || Resource::new("x://a", "a").meta((0..100_000).fold(json!(1), |below, _| Value::Array(vec![below]))),
    ] {
        let mount = Mount::builder("m", "1").resources(Careless(careless)).build().unwrap();
        let answers = everywhere(&mount, "resources/list", json!({})).await;
        assert_eq!(answers[0].1["error"]["code"], -32603);
        assert_eq!(answers[0].1["error"]["data"]["exception"], "invalid_reply");
    }
}

#[tokio::test]
async fn run_1_a_provider_knows_who_asks() {
    let mut request = modern(1, "resources/read", json!({"uri": "row://who"}));
    request["params"]["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({"name": "c", "version": "1"});
    let headers = crate::support::mirrored(&request);
    let mut extensions = http::Extensions::new();
    extensions.insert(Principal::new("ann"));
    let facts = wymcp_router::Facts::http(&headers).with_extensions(extensions);
    let (_, body) = crate::support::said(&mount().handle(request.to_string().as_bytes(), facts).await);
    assert_eq!(body["result"]["contents"][0]["text"], "ann");
}

#[tokio::test]
async fn act_11_a_prompt_is_sent_as_written_txt_1() {
    let answers = everywhere(&mount(), "prompts/list", json!({})).await;
    let listed = answers[0].1["result"]["prompts"].as_array().unwrap().clone();
    assert!(
        listed
            .iter()
            .any(|prompt| prompt["description"] == "Review code\nline by line")
    );
    assert_eq!(Prompt::new("a", "b").name(), "a");
}
