//! Forms of a type (INP-1, wire contract I13).

use std::collections::BTreeSet;

use serde_json::json;
use wymcp_router::schemars::{self, JsonSchema};
use wymcp_router::{Context, Form, Mount, PlainTool, Reply};

use super::client::{Request, accepted, text};

#[derive(Debug, serde::Deserialize, serde::Serialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

#[derive(Debug, serde::Deserialize, serde::Serialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
enum Topping {
    /// Cheese, grated
    Cheese,
    /// Fresh tomatoes
    Tomato,
}

#[derive(Debug, serde::Deserialize, serde::Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Order {
    /// How large it is.
    size: Size,
    pieces: u8,
    toppings: BTreeSet<Topping>,
    #[schemars(email)]
    mail: Option<String>,
    #[serde(default)]
    note: Option<String>,
    first: Option<Topping>,
    weight: f64,
    #[serde(default)]
    hurry: bool,
}

fn mount() -> Mount {
    let order = PlainTool::builder("order")
        .description("Orders")
        .handler_without_arguments(|ctx: Context| async move {
            let order = ctx.ask(Form::<Order>::typed("order", "What shall it be?"))?.accepted();
            Ok(Reply::of(&order))
        });
    Mount::builder("kitchen", "1.0.0").tool(order).build().unwrap()
}

#[tokio::test]
async fn i_13_a_type_becomes_a_form_and_its_answer_a_value() {
    let mount = mount();
    let order = || Request::call("order", json!({}));
    let asked = order().result(&mount).await;
    insta::assert_json_snapshot!(asked["inputRequests"]["order"]["params"]["requestedSchema"]);
    let content =
        json!({"size": "large", "pieces": 2.0, "toppings": ["Tomato", "Cheese", "Tomato"], "weight": 1, "more": 1});
    let result = order()
        .answering(json!({"order": accepted(content)}))
        .result(&mount)
        .await;
    insta::assert_snapshot!(text(&result), @r#"{"first":null,"hurry":false,"mail":null,"note":null,"pieces":2,"size":"large","toppings":["Cheese","Tomato"],"weight":1.0}"#);
    for unfit in [
        json!({"size": "huge", "pieces": 2, "toppings": [], "weight": 1}),
        json!({"size": "large", "pieces": 256, "toppings": [], "weight": 1}),
        json!({"size": "large", "pieces": 2, "toppings": ["Ham"], "weight": 1}),
        json!({"size": "large", "pieces": 2, "toppings": [], "weight": 1, "mail": "nobody"}),
    ] {
        let result = order()
            .answering(json!({"order": accepted(unfit)}))
            .result(&mount)
            .await;
        assert_eq!(result["resultType"], "input_required");
    }
}

#[test]
fn i_13_what_a_form_cannot_show_is_said() {
    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "its shape is what counts")]
    struct Nested {
        order: Order,
    }
    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "its shape is what counts")]
    struct Texts {
        texts: Vec<String>,
    }
    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "its shape is what counts")]
    struct Pattern {
        #[schemars(regex(pattern = "^a"))]
        text: String,
    }
    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "its shape is what counts")]
    enum Union {
        A { a: String },
        B { b: String },
    }
    #[derive(serde::Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "its shape is what counts")]
    struct Wide {
        wide: u128,
    }
    fn why<T: JsonSchema + serde::de::DeserializeOwned>() -> String {
        Form::<T>::typed("form", "m").check().unwrap_err().to_owned()
    }
    let all = [
        why::<Nested>(),
        why::<Texts>(),
        why::<Pattern>(),
        why::<Union>(),
        why::<Wide>(),
        why::<String>(),
    ];
    insta::assert_snapshot!(all.join("\n"));
}
