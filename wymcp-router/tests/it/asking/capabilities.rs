//! What a client did not declare is not asked (INP-3, wire contract D7 to D9, I4).

use serde_json::json;

use super::client::Request;
use super::fixture::mount;

#[tokio::test]
async fn inp_3_d_7_the_error_says_what_to_declare() {
    let mount = mount();
    let needs = |what: &str| Request::call("needs", json!({"what": what}));
    let mut shown = String::new();
    for (request, declared) in [
        (needs("form"), json!({})),
        (needs("form"), json!({"elicitation": {"url": {}}})),
        (needs("url"), json!({})),
        (needs("url"), json!({"elicitation": {}})),
        (needs("model"), json!({"roots": {}})),
        (needs("model with tools"), json!({})),
        (needs("model with tools"), json!({"sampling": {"context": {}}})),
        (needs("roots"), json!({"sampling": {}})),
        (Request::call("greet", json!({})), json!({"sampling": {}})),
        (Request::call("survey", json!({})), json!({"sampling": {}})),
        (Request::call("survey", json!({})), json!({"experimental": {"x": {}}})),
    ] {
        let (status, error) = request.declaring(declared.clone()).error(&mount).await;
        assert_eq!((status, &error["code"]), (400, &json!(-32021)));
        shown += &format!("{declared}\n  {}\n  {}\n", error["data"], error["message"]);
    }
    insta::assert_snapshot!(shown);
}

#[tokio::test]
async fn d_7a_d_8_what_was_declared_is_asked() {
    let mount = mount();
    for (what, declared) in [
        ("form", json!({"elicitation": {}})),
        ("form", json!({"elicitation": {"form": {}, "url": {}}})),
        ("url", json!({"elicitation": {"url": {}}})),
        ("model", json!({"sampling": {}})),
        ("model with tools", json!({"sampling": {"tools": {}}})),
        ("roots", json!({"roots": {"listChanged": true}})),
    ] {
        let request = Request::call("needs", json!({"what": what})).declaring(declared);
        let result = request.result(&mount).await;
        assert!(result.get("isError").is_none(), "{what}: {result}");
    }
}
