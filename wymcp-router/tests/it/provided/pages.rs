//! Lists in pages (N6).

use proptest::prelude::*;
use serde_json::{Value, json};
use wymcp_router::{Contents, Context, Mount, Resource};

use super::fixture::{self, Greetings, Rows, legacy_says, modern_says};
use crate::support::error_of;

/// Every page of a list, each as the keys of its entries.
async fn pages(mount: &Mount, method: &str, list: &str, key: &str) -> Vec<Vec<String>> {
    let (mut pages, mut params) = (Vec::new(), json!({}));
    loop {
        let (_, body) = modern_says(mount, method, params).await;
        let entries = body["result"][list].as_array().unwrap();
        pages.push(
            entries
                .iter()
                .map(|entry| entry[key].as_str().unwrap().to_owned())
                .collect(),
        );
        assert!(pages.len() < 100, "a list without an end");
        match &body["result"]["nextCursor"] {
            Value::Null => return pages,
            cursor => params = json!({"cursor": cursor}),
        }
    }
}

#[tokio::test]
async fn n_6_a_list_is_the_same_whatever_the_page() {
    let whole = |size| async move {
        let mount = fixture::builder()
            .resources(Rows(5))
            .prompts(Greetings)
            .resources(Rows(3))
            .page_size(size);
        // A provider's templates are mounted with it, and no template twice.
        assert!(mount.build().is_err());
        let mount = fixture::builder()
            .resources(Rows(5))
            .prompts(Greetings)
            .page_size(size)
            .build()
            .unwrap();
        (
            pages(&mount, "resources/list", "resources", "uri").await,
            pages(&mount, "prompts/list", "prompts", "name").await,
            pages(&mount, "resources/templates/list", "resourceTemplates", "uriTemplate").await,
        )
    };
    let (resources, prompts, templates) = whole(100).await;
    assert_eq!((resources.len(), prompts.len(), templates.len()), (1, 1, 1));
    assert!(
        resources[0][..4].is_sorted() && resources[0][4..] == ["row://0", "row://1", "row://2", "row://3", "row://4"]
    );
    assert_eq!(prompts[0], ["broken", "media", "review", "adieu", "bye", "hello"]);
    for size in 1..8 {
        let (r, p, t) = whole(size).await;
        assert!(r.iter().chain(&p).chain(&t).all(|page| page.len() <= size));
        assert_eq!(
            (r.concat(), p.concat(), t.concat()),
            (resources.concat(), prompts.concat(), templates.concat()),
            "{size}"
        );
    }
}

#[tokio::test]
async fn lst_2_mount_order_is_kept_on_request() {
    let named = |name: &str| Resource::text(format!("x://{name}"), name, "text/plain", "");
    let builder = || {
        Mount::builder("m", "1")
            .resource(named("b"))
            .resource(named("a"))
            .page_size(1)
    };
    let sorted = pages(&builder().build().unwrap(), "resources/list", "resources", "name").await;
    assert_eq!(sorted.concat(), ["a", "b"]);
    let kept = pages(
        &builder().keep_mount_order().build().unwrap(),
        "resources/list",
        "resources",
        "name",
    )
    .await;
    assert_eq!(kept.concat(), ["b", "a"]);
}

#[tokio::test]
async fn n_6_a_cursor_that_no_page_gave_out_is_invalid_params() {
    let mount = fixture::builder()
        .resources(Rows(5))
        .prompts(Greetings)
        .page_size(2)
        .build()
        .unwrap();
    let (_, body) = modern_says(&mount, "resources/list", json!({})).await;
    let good = body["result"]["nextCursor"].as_str().unwrap().to_owned();
    for method in ["resources/list", "prompts/list", "resources/templates/list"] {
        for cursor in [
            json!(""),
            json!("a"),
            json!(5),
            json!({}),
            json!(good[1..]),
            json!("x".repeat(100_000)),
        ] {
            let params = json!({ "cursor": cursor });
            let answer = modern_says(&mount, method, params.clone()).await;
            assert_eq!(error_of(&answer), (200, -32602, Some(json!(1))), "{method}");
            assert!(answer.1.to_string().len() < 200);
            assert_eq!(legacy_says(&mount, "2025-11-25", method, params).await, answer);
        }
    }
    let foreign = modern_says(&mount, "prompts/list", json!({ "cursor": good })).await;
    assert_eq!(error_of(&foreign), (200, -32602, Some(json!(1))));
    assert_eq!(
        modern_says(&mount, "resources/list", json!({ "cursor": null })).await.0,
        200
    );
}

#[tokio::test]
async fn n_6_a_cursor_of_another_servers_list_is_no_place_here() {
    let page = |names: &[&str]| {
        names
            .iter()
            .fold(Mount::builder("m", "1").page_size(1), |mount, name| {
                mount.resource(
                    Resource::new(format!("x://{name}"), *name).handler(|_: Context| async { Ok(Contents::text("")) }),
                )
            })
            .build()
            .unwrap()
    };
    let (_, body) = modern_says(&page(&["a", "b"]), "resources/list", json!({})).await;
    let cursor = &body["result"]["nextCursor"];
    let (_, same) = modern_says(&page(&["a", "b", "c"]), "resources/list", json!({ "cursor": cursor })).await;
    assert_eq!(
        same["result"]["resources"][0]["name"], "b",
        "the same place, on any node that has it"
    );
    let other = modern_says(&page(&["c", "d"]), "resources/list", json!({ "cursor": cursor })).await;
    assert_eq!(error_of(&other), (200, -32602, Some(json!(1))));
}

/// A place in a list of a provider that is not there, as after a start with fewer of them.
#[tokio::test]
async fn n_6_a_cursor_of_a_provider_that_is_gone_is_no_place_here() {
    let builder = || Mount::builder("m", "1").page_size(1).prompts(Greetings);
    let both = builder().prompts(Greetings).build().unwrap();
    let mut last = Value::Null;
    loop {
        let (_, body) = modern_says(&both, "prompts/list", json!({ "cursor": last })).await;
        match body["result"]["nextCursor"].clone() {
            Value::Null => break,
            next => last = next,
        }
    }
    assert!(last.is_string(), "the second provider has a page of its own");
    let one = builder().build().unwrap();
    let answer = modern_says(&one, "prompts/list", json!({ "cursor": last })).await;
    assert_eq!(error_of(&answer), (200, -32602, Some(json!(1))));
}

proptest! {
    #[test]
    fn n_6_no_cursor_panics_or_is_taken(cursor in "[A-Za-z0-9_-]{0,60}") {
        let mount = fixture::mount();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime.block_on(modern_says(&mount, "resources/list", json!({ "cursor": cursor })));
        prop_assert_eq!(answer.1["error"]["code"].as_i64(), Some(-32602));
    }
}
