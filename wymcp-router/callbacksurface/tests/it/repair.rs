//! Repair (GAT-9).

mod ignored;
mod shapes;

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionSchema, ActionTool, Admitted, Refusal, Registration, Reply, Rules, Served, View, admit,
};

use crate::fixture::{Tasks, arguments};
use shapes::{Shape, changes, fitting, habitual, object, shape};

fn lenient() -> Arc<Rules> {
    let mut rules = Rules::default();
    rules.set_repairs();
    Arc::new(rules)
}

fn registered(rules: Arc<Rules>, tool: impl Served) -> Registration {
    Registration::build_under(rules, Arc::new(tool), None).unwrap_or_else(|offences| panic!("{offences:?}"))
}

fn admitted(rules: Arc<Rules>, call: Value) -> Result<Admitted, Refusal> {
    admit(&registered(rules, Tasks), &View::everything(), arguments(call))
}

#[test]
fn f01_f02_f03_are_taken_as_they_were_meant() {
    for (sent, meant, paths) in [
        (
            json!({"action": "get", "data": {"project": "p", "number": "12"}}),
            json!({"project": "p", "number": 12}),
            vec!["/number"],
        ),
        (
            json!({"action": "create", "data": r#"{"title":"a"}"#}),
            json!({"title": "a"}),
            vec![""],
        ),
        (
            json!({"action": "create", "data": {"title": "a", "due": null}}),
            json!({"title": "a"}),
            vec!["/due"],
        ),
        (json!({"action": "list", "data": null}), json!({}), vec![""]),
        (
            json!({"action": "create", "data": r#"{"title":"a","tags":"[\"x\"]","priority":"2","due":null}"#}),
            json!({"title": "a", "tags": ["x"], "priority": 2}),
            vec!["", "/due", "/priority", "/tags"],
        ),
        (
            json!({"action": "get", "data": {"id": null, "project": "p", "number": 1.0}}),
            json!({"project": "p", "number": 1}),
            vec!["/id"],
        ),
    ] {
        let read = admitted(lenient(), sent.clone()).unwrap();
        assert_eq!(
            (Value::Object(read.data), read.repaired.first()),
            (meant, &paths.iter().map(ToString::to_string).collect::<Vec<_>>()[..])
        );
        assert!(admitted(Arc::default(), sent).is_err());
    }
}

#[test]
fn gat_9_the_refusal_of_what_cannot_be_read_is_that_of_the_call_as_sent() {
    for sent in [
        json!({"action": "get", "data": {"project": "p", "number": "12.5"}}),
        json!({"action": "get", "data": {"project": "p", "number": "twelve"}}),
        json!({"action": "get", "data": {"project": "p", "number": "0"}}),
        // One part can be read, another cannot.
        json!({"action": "create", "data": {"title": 5, "priority": "2"}}),
        json!({"action": "create", "data": "{}"}),
        json!({"action": "create", "data": "[]"}),
        json!({"action": "create", "data": {"title": null}}),
        json!({"action": "create", "data": r#"{"title":"a","colour":"red"}"#}),
        json!({"action": "create", "data": {"title": "a", "colour": null}}),
        // A null counts as supplied: without it there is no whole group.
        json!({"action": "get", "data": {"id": null}}),
        json!({"action": null, "data": {}}),
        json!({"action": "Create", "data": "{}"}),
        json!({"action": ["create"], "data": "{}"}),
        json!({"action": "list", "limit": null}),
        json!({"data": "{}"}),
        json!({"action": "list", "data": 5}),
        json!({"action": "list", "data": []}),
    ] {
        assert_eq!(
            admitted(lenient(), sent.clone()),
            Err(admitted(Arc::default(), sent).unwrap_err())
        );
    }
}

#[test]
fn gat_9_helps_arguments_lose_nulls_and_nothing_else() {
    let help = |rules: Arc<Rules>| {
        let mut surface = crate::fixture::plain_surface(json!({
            "type": "object",
            "properties": {"tool": {"type": "string"}, "action": {"type": "string"}},
        }));
        if let wymcp_callbacksurface::SurfaceKind::Plain(plain) = &mut surface.kind {
            plain.framework = true;
        }
        registered(
            rules,
            crate::fixture::Made {
                surface,
                ..Default::default()
            },
        )
    };
    let read = |sent: Value| admit(&help(lenient()), &View::everything(), arguments(sent));
    let index = read(json!({"tool": null, "action": null})).unwrap();
    assert_eq!(
        (index.data.len(), index.repaired.first()),
        (0, &["/action".to_owned(), "/tool".to_owned()][..])
    );
    for sent in [
        json!({"tool": 5, "action": null}),
        json!({"tool": "tasks", "actoin": null}),
    ] {
        let strict = admit(&help(Arc::default()), &View::everything(), arguments(sent.clone()));
        assert_eq!(read(sent).unwrap_err(), strict.unwrap_err());
    }
}

#[test]
fn bnd_3_the_first_ten_paths_are_listed_and_all_are_counted() {
    let schema = ActionSchema::new("Count").property("n", json!({"type": "array", "items": {"type": "integer"}}));
    let tool = ActionTool::builder("counts", "Counts").action("count", schema, async |_, _| Ok(Reply::new(json!(1))));
    let call = json!({"action": "count", "data": {"n": vec!["7"; 5_000]}});
    let read = admit(&registered(lenient(), tool), &View::everything(), arguments(call)).unwrap();
    assert_eq!((read.repaired.count(), read.repaired.first().len()), (5_000, 10));
    assert_eq!(read.repaired.first()[9], "/n/9");
}

#[test]
fn siz_a_call_as_read_nests_no_deeper_than_one_that_is_sent() {
    let schema =
        ActionSchema::new("Hold").property("tree", json!({"type": "object", "properties": {"in": {"$ref": "#"}}}));
    let hold =
        || ActionTool::builder("trees", "Trees").action("hold", schema.clone(), async |_, _| Ok(Reply::new(json!(1))));
    let tool = registered(lenient(), hold());
    // 125 levels of arguments: `arguments`, `data`, and the tree.
    for (levels, is_read) in [(122, true), (123, true), (124, false), (126, false)] {
        let tree = (1..levels).fold(json!({}), |inner, _| json!({ "in": inner }));
        let call = json!({"action": "hold", "data": {"tree": tree.to_string()}});
        assert_eq!(
            admit(&tool, &View::everything(), arguments(call)).is_ok(),
            is_read,
            "{levels}"
        );
        let call = json!({"action": "hold", "data": json!({ "tree": tree }).to_string()});
        assert_eq!(
            admit(&tool, &View::everything(), arguments(call)).is_ok(),
            is_read,
            "{levels}"
        );
    }
}

/// A tool of one action whose data is of that shape.
fn of(rules: Arc<Rules>, shape: &Shape) -> Registration {
    let Shape::Object(members) = shape else {
        panic!("data is an object")
    };
    let required: Vec<_> = members
        .iter()
        .filter(|(.., required)| *required)
        .map(|(name, ..)| name.clone())
        .collect();
    let schema = members
        .iter()
        .fold(ActionSchema::new("Act"), |schema, (name, shape, _)| {
            schema.property(name, shape.schema())
        })
        .required(required);
    registered(
        rules,
        ActionTool::builder("any", "Anything").action("act", schema, async |_, _| Ok(Reply::new(json!(1)))),
    )
}

fn data_of(tool: &Registration, data: &Value) -> Result<Admitted, Refusal> {
    admit(
        tool,
        &View::everything(),
        arguments(json!({"action": "act", "data": data})),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Repair never changes a call that passes, never makes one pass that no reading supports, touches nothing that fits, lists what it
    /// touched and nothing else, and delivers what the call as read would have delivered.
    #[test]
    fn gat_9_repair_reads_and_never_guesses(
        (shape, sent) in object(shape()).prop_flat_map(|shape| { let sent = habitual(&shape); (Just(shape), sent) }),
    ) {
        let (strict, repairing) = (of(Arc::default(), &shape), of(lenient(), &shape));
        match (data_of(&strict, &sent), data_of(&repairing, &sent)) {
            (Ok(as_sent), repaired) => prop_assert_eq!(Ok(as_sent), repaired),
            (Err(refusal), Err(after)) => prop_assert_eq!(refusal, after),
            (Err(_), Ok(read)) => {
                let got = Value::Object(read.data.clone());
                // Data that is null in place of nothing is left out, and reads as `{}` (GAT-4).
                let as_sent = if sent.is_null() { json!({}).to_string().into() } else { sent };
                let mut changed = changes(Some(&shape), &as_sent, Some(&got), "").map_err(TestCaseError::fail)?;
                changed.sort_by(|left, right| left.split('/').cmp(right.split('/')));
                changed.dedup();
                prop_assert_eq!(read.repaired.count(), changed.len(), "{:?} of {:?}", read.repaired.first(), changed);
                prop_assert_eq!(read.repaired.first(), &changed[..changed.len().min(10)]);
                let again = data_of(&strict, &got);
                prop_assert_eq!(again.map(|again| again.data), Ok(read.data));
            }
        }
    }

    /// What was quoted, or null in place of nothing, is found again where no string could be meant.
    #[test]
    fn gat_9_what_was_quoted_is_read(
        (shape, fits) in object(plain_shape()).prop_flat_map(|shape| { let fits = fitting(&shape); (Just(shape), fits) }),
        habits in proptest::collection::vec(0..3_u8, 64),
    ) {
        let mut habits = habits.into_iter().cycle();
        let sent = quoted(&shape, &fits, &mut habits);
        let read = data_of(&of(lenient(), &shape), &sent).map_err(|refusal| TestCaseError::fail(format!("{sent}: {}", refusal.text())))?;
        prop_assert_eq!(Value::Object(read.data), fits);
    }
}

/// Without alternatives and without what a quoted value may be meant as.
fn plain_shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        Just(Shape::Integer),
        Just(Shape::Flag),
        Just(Shape::Colour),
        Just(Shape::Text)
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| Shape::List(Box::new(inner))),
            object(inner)
        ]
    })
}

/// The same value with some of it quoted, and some of what is left out as null.
fn quoted(shape: &Shape, value: &Value, habits: &mut impl Iterator<Item = u8>) -> Value {
    let inside = match (shape, value) {
        (Shape::List(inner), Value::Array(items)) => items.iter().map(|item| quoted(inner, item, habits)).collect(),
        (Shape::Object(members), Value::Object(object)) => {
            let mut sent = serde_json::Map::new();
            for (name, shape, _) in members {
                match object.get(name) {
                    Some(value) => drop(sent.insert(name.clone(), quoted(shape, value, habits))),
                    None if habits.next() == Some(0) => drop(sent.insert(name.clone(), Value::Null)),
                    None => {}
                }
            }
            Value::Object(sent)
        }
        (_, value) => value.clone(),
    };
    let may_be_quoted = matches!(shape, Shape::Integer | Shape::List(_) | Shape::Object(_));
    match habits.next() {
        Some(0) if may_be_quoted => Value::from(inside.to_string()),
        _ => inside,
    }
}
