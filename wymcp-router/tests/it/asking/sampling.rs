//! A model that calls tools (wire contract D9, I16).

use serde_json::{Value, json};
use wymcp_router::{Content, Context, Data, Mount, PlainTool, Reply, Sampling, ToolChoice};

use super::client::{Request, stateless, text};

/// Lets the model call a tool, and answers each of its calls but those that it is told to leave out.
fn mount() -> Mount {
    let weather = PlainTool::builder("weather")
        .description("Asks a model that asks for temperatures")
        .input_schema(
            json!({"type": "object", "properties": {"results": {"type": "array", "items": {"type": "string"}}}}),
        )
        .handler(|arguments: Data, ctx: Context| async move {
            let prompt = |id: &str| {
                Sampling::new(id, 200)
                    .user(Content::text("Which is warmer, Rome or Oslo?"))
                    .temperature(0.5)
                    .stop_sequences(["END"])
                    .tool("temperature", "Degrees of a city", json!({"type": "object"}))
                    .tool_choice(ToolChoice::Required)
            };
            let first = ctx.ask(prompt("first"))?;
            let results = arguments["results"].as_array().cloned().unwrap_or_default();
            let results = results.iter().filter_map(Value::as_str).map(|id| (id, "25 degrees"));
            let last = ctx.ask(prompt("last").after(&first, results))?;
            Ok(Reply::new(
                json!({"said": last.text(), "calls": first.tool_uses().len()}),
            ))
        });
    Mount::builder("weather", "1.0.0").tool(weather).build().unwrap()
}

fn weather(results: &[&str]) -> Request {
    Request::call("weather", json!({"results": results}))
}

fn called() -> Value {
    let call =
        |id: &str, city: &str| json!({"type": "tool_use", "id": id, "name": "temperature", "input": {"city": city}});
    json!({"first": {
        "role": "assistant",
        "model": "m",
        "stopReason": "toolUse",
        "content": [{"type": "text", "text": "Let me see."}, call("a", "Rome"), call("b", "Oslo")],
    }})
}

#[tokio::test]
async fn i_16_every_call_of_a_tool_has_its_result_alone_in_the_next_message() {
    let mount = mount();
    let both = || weather(&["a", "b"]);
    let asked = both().result(&mount).await;
    let again = both()
        .answering(called())
        .with_state(asked["requestState"].clone())
        .result(&mount)
        .await;
    let last = json!({"last": {"role": "assistant", "model": "m", "content": {"type": "text", "text": "Rome"}}});
    let result = both()
        .answering(last)
        .with_state(again["requestState"].clone())
        .result(&mount)
        .await;
    insta::assert_snapshot!([stateless(asked), stateless(again), text(&result).to_owned()].join("\n"));
}

#[tokio::test]
async fn i_16_a_result_too_few_or_too_many_is_the_tools_fault() {
    let mount = mount();
    for results in [&["a"][..], &[], &["a", "b", "c"], &["a", "a", "b"]] {
        let result = weather(results).answering(called()).result(&mount).await;
        assert_eq!(result["isError"], true, "{results:?}");
        assert!(text(&result).contains("invalid_reply"), "{result}");
    }
}

#[tokio::test]
async fn d_9_tools_are_offered_only_to_whom_declared_them() {
    let (status, error) = weather(&[]).declaring(json!({"sampling": {}})).error(&mount()).await;
    assert_eq!(
        (status, &error["data"]),
        (400, &json!({"requiredCapabilities": {"sampling": {"tools": {}}}}))
    );
}

/// A call without an id of its own could never have its result: the client's mistake, and no fault of the tool.
#[tokio::test]
async fn inp_4_i_16_a_call_that_could_have_no_result_is_no_answer() {
    let mount = mount();
    let call = json!({"type": "tool_use", "id": "a", "name": "temperature", "input": {}});
    for blocks in [
        json!([{"text": "a block without a type"}]),
        json!([{"type": "tool_use", "name": "temperature", "input": {}}]),
        json!([{"type": "tool_use", "id": "a", "input": {}}]),
        json!([{"type": "tool_use", "id": "a", "name": "temperature", "input": "{}"}]),
        json!([call, call]),
    ] {
        let answer = json!({"role": "assistant", "content": blocks, "model": "m", "stopReason": "toolUse"});
        let result = weather(&["a"])
            .declaring(json!({"sampling": {"tools": {}}}))
            .answering(json!({"first": answer}))
            .result(&mount)
            .await;
        assert_eq!(result["resultType"], "input_required", "{blocks}");
        assert!(result["inputRequests"]["first"].is_object(), "{blocks}");
    }
}

#[tokio::test]
async fn act_13_a_temperature_that_json_does_not_carry_is_a_fault_and_no_silent_null() {
    for temperature in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let asks = PlainTool::builder("asks")
            .description("Asks a model")
            .handler_without_arguments(move |ctx: Context| async move {
                ctx.ask(Sampling::new("it", 10).user("Say it").temperature(temperature))
                    .map(|_| Reply::new(""))
            });
        let mount = Mount::builder("warm", "1.0.0").tool(asks).build().unwrap();
        let declared = json!({"sampling": {}});
        let answer = mount.call("asks", json!({})).capabilities(declared).await.unwrap();
        assert_eq!(answer.json()["exception"], "invalid_reply", "{temperature}");
    }
}
