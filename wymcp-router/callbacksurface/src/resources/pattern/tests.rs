//! Templates against their expansions.

use iri_string::spec::UriSpec;
use iri_string::template::simple_context::{SimpleContext, Value};
use proptest::prelude::*;

use super::*;

type Values = Vec<(String, Vec<String>)>;

fn matched(template: &str, uri: &str) -> Option<Values> {
    let pattern = Pattern::compile(template).unwrap();
    let found = pattern.matches(uri)?;
    let mut names: Vec<&str> = pattern
        .variables()
        .filter(|name| !found.list(name).is_empty())
        .collect();
    names.dedup();
    Some(
        names
            .into_iter()
            .map(|name| (name.to_owned(), found.list(name).to_vec()))
            .collect(),
    )
}

fn says(template: &str, uri: &str, expected: &[(&str, &[&str])]) {
    let expected: Values = expected
        .iter()
        .map(|(name, values)| {
            (
                (*name).to_owned(),
                values.iter().map(|value| (*value).to_owned()).collect(),
            )
        })
        .collect();
    assert_eq!(matched(template, uri), Some(expected), "{template} {uri}");
}

#[test]
fn every_operator_is_matched_as_rfc_6570_expands_it() {
    says(
        "test://template/{id}/data",
        "test://template/123/data",
        &[("id", &["123"])],
    );
    says("x://{a}", "x://Hello%20World%21", &[("a", &["Hello World!"])]);
    says("x://{a,b}", "x://1024,768", &[("a", &["1024"]), ("b", &["768"])]);
    says("x://{a,b}", "x://1024", &[("a", &["1024"])]);
    says("x://{a*}", "x://1,2", &[("a", &["1", "2"])]);
    says("file:///{+path}", "file:///a/b%20c.txt", &[("path", &["a/b c.txt"])]);
    says("x://a{#f}", "x://a#sec/1", &[("f", &["sec/1"])]);
    says("x://a{.ext}", "x://a.txt", &[("ext", &["txt"])]);
    says("x://a{/b,c}", "x://a/1/2", &[("b", &["1"]), ("c", &["2"])]);
    says("x://a{/path*}", "x://a/b/c/d", &[("path", &["b", "c", "d"])]);
    says("x://a{;k,e}", "x://a;k=1;e", &[("k", &["1"]), ("e", &[""])]);
    says(
        "x://a{?q,lang}",
        "x://a?q=1&lang=en",
        &[("q", &["1"]), ("lang", &["en"])],
    );
    says("x://a{?q,lang}", "x://a?lang=", &[("lang", &[""])]);
    says("x://a?fixed=1{&q}", "x://a?fixed=1&q=2", &[("q", &["2"])]);
    says("x://a{?tag*}", "x://a?tag=1&tag=2", &[("tag", &["1", "2"])]);
    says("x://a{;tag*}", "x://a;tag=1;tag;tag=2", &[("tag", &["1", "", "2"])]);
    says("x://{a:2}{b}", "x://xyz", &[("a", &["xy"]), ("b", &["z"])]);
    says("x://{a:1}/{b}", "x://%C3%A9/z", &[("a", &["é"]), ("b", &["z"])]);
    says("x://{a}/{a}", "x://1/1", &[("a", &["1"])]);
    says(
        "x://users/{who}",
        "x://users/ann@example.org",
        &[("who", &["ann@example.org"])],
    );
}

#[test]
fn what_may_be_left_out_may_be_left_out() {
    for template in ["x://a{/path*}", "x://a{?q,r}", "x://a{#f}", "x://a{.ext}", "x://a{;k}"] {
        says(template, "x://a", &[]);
    }
}

#[test]
fn n_2_what_is_no_expansion_does_not_match() {
    for (template, uri) in [
        ("test://template/{id}/data", "test://template//data"),
        ("test://template/{id}/data", "test://template/1/2/data"),
        ("test://template/{id}/data", "test://template/1/data/"),
        ("test://template/{id}/data", "atest://template/1/data"),
        ("x://a{?q,r}", "x://a&q=1"),
        ("x://a{?q,r}", "x://a?q=1?r=2"),
        ("x://a{?q,r}", "x://a?s=1"),
        ("x://{a:2}", "x://xyz"),
        ("x://{a:1}", "x://%C3%A9%C3%A9"),
        ("x://{a}/{a}", "x://1/2"),
        ("x://{a}", "x://%FF"),
        ("x://{a}.txt", "x://atxt"),
    ] {
        assert_eq!(matched(template, uri), None, "{template} {uri}");
    }
}

#[test]
fn what_cannot_be_matched_is_no_template() {
    for bad in [
        "x://{",
        "x://}",
        "x://{a",
        "x://{}",
        "x://{a b}",
        "x://é/{a}",
        "{+uri}",
        "a/{b}",
        "x://{=a}",
        "x://{|a}",
        "x://{a:9999}{b:9999}",
    ] {
        assert!(Pattern::compile(bad).is_err(), "{bad}");
    }
}

/// A template out of parts, with the values that it is expanded with.
fn cases() -> impl Strategy<Value = (String, Values)> {
    let operator = proptest::sample::select(vec!["", "+", ".", "/", ";", "?", "&", "#"]);
    proptest::collection::vec((operator, "[^\\p{C}%]{1,8}", "[a-z]{1,3}"), 1..5).prop_map(|parts| {
        let mut template = "x://host".to_owned();
        let mut values = Vec::new();
        for (index, (operator, value, literal)) in parts.into_iter().enumerate() {
            let name = format!("v{index}");
            // The library that expands cuts characters of more than one byte where an operator lets reserved ones stand.
            let value = match operator {
                "+" | "#" => value.replace(|c: char| !c.is_ascii(), "/"),
                _ => value,
            };
            template.push_str(&format!("/{literal}{{{operator}{name}}}"));
            values.push((name, vec![value]));
        }
        (template, values)
    })
}

fn expand(template: &str, values: &[(String, Vec<String>)]) -> String {
    let mut context = SimpleContext::new();
    for (name, values) in values {
        context.insert(name.clone(), Value::String(values[0].clone()));
    }
    UriTemplateStr::new(template)
        .unwrap()
        .expand::<UriSpec, _>(&context)
        .unwrap()
        .to_string()
}

proptest! {
    #[test]
    fn every_expansion_matches_and_expands_again_to_itself((template, values) in cases()) {
        let uri = expand(&template, &values);
        let found = matched(&template, &uri);
        prop_assert!(found.is_some(), "{} {}", template, uri);
        prop_assert_eq!(expand(&template, &found.unwrap()), uri);
    }

    #[test]
    fn values_that_cannot_be_mistaken_for_literals_come_back(
        values in proptest::collection::vec("[A-Z0-9é ]{1,12}", 4),
    ) {
        let given: Values =
            ["a", "c", "d", "e"].into_iter().zip(&values).map(|(name, value)| (name.to_owned(), vec![value.clone()])).collect();
        let template = "x://h/{a}/b{/c}{?d,e}";
        prop_assert_eq!(matched(template, &expand(template, &given)), Some(given));
    }

    #[test]
    fn no_text_panics_the_matcher(template in "x:[{}a-c+#./;?&*:,1-9|=]{0,20}", uri in "[ -~]{0,40}") {
        if let Ok(pattern) = Pattern::compile(&template) {
            let _ = pattern.matches(&uri);
        }
    }
}
