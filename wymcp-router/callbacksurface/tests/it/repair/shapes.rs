//! Schemas, values that fit them, values that nearly do, and a judge of readings that knows nothing of the framework.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// What a value may be.
#[derive(Debug, Clone)]
pub(crate) enum Shape {
    Integer,
    Number,
    Text,
    Flag,
    Colour,
    Nullable(Box<Shape>),
    List(Box<Shape>),
    /// Names, and whether the key has to be there.
    Object(Vec<(String, Shape, bool)>),
    /// An integer or a short text: a quoted number may be meant as either.
    Either,
    /// One, or a list of them.
    OneOrMany,
    /// Two alternatives, told apart by a tag.
    Tagged(Box<Shape>, Box<Shape>),
}

const TAGS: [&str; 2] = ["left", "right"];

impl Shape {
    pub(crate) fn schema(&self) -> Value {
        match self {
            Self::Integer => json!({"type": "integer"}),
            Self::Number => json!({"type": "number"}),
            Self::Text => json!({"type": "string"}),
            Self::Flag => json!({"type": "boolean"}),
            Self::Colour => json!({"enum": ["red", "blue"]}),
            Self::Nullable(inner) => json!({"anyOf": [inner.schema(), {"type": "null"}]}),
            Self::List(inner) => json!({"type": "array", "items": inner.schema()}),
            Self::Object(members) => {
                let required: Vec<_> = members.iter().filter(|(.., r)| *r).map(|(name, ..)| name).collect();
                let properties: Map<_, _> = members
                    .iter()
                    .map(|(name, shape, _)| (name.clone(), shape.schema()))
                    .collect();
                json!({"type": "object", "properties": properties, "required": required})
            }
            Self::Either => json!({"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": 2}]}),
            Self::OneOrMany => json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}),
            Self::Tagged(left, right) => {
                let of = |tag: &str, shape: &Self| json!({"type": "object", "properties": {"tag": {"const": tag}, "it": shape.schema()}, "required": ["tag"]});
                json!({"oneOf": [of(TAGS[0], left), of(TAGS[1], right)]})
            }
        }
    }

    /// Whether a value is as the schema wants it.
    pub(crate) fn fits(&self, value: &Value) -> bool {
        let is_integer = |value: &Value| value.as_f64().is_some_and(|n| n.fract() == 0.0);
        match self {
            Self::Integer => is_integer(value),
            Self::Number => value.is_number(),
            Self::Text => value.is_string(),
            Self::Flag => value.is_boolean(),
            Self::Colour => *value == "red" || *value == "blue",
            Self::Nullable(inner) => value.is_null() || inner.fits(value),
            Self::List(inner) => value
                .as_array()
                .is_some_and(|items| items.iter().all(|item| inner.fits(item))),
            Self::Object(members) => value.as_object().is_some_and(|object| {
                let is_known = |key: &String| members.iter().any(|(name, ..)| name == key);
                object.keys().all(is_known)
                    && members.iter().all(|(name, shape, required)| match object.get(name) {
                        Some(value) => shape.fits(value),
                        None => !required,
                    })
            }),
            Self::Either => is_integer(value) || value.as_str().is_some_and(|text| text.chars().count() <= 2),
            Self::OneOrMany => Self::Integer.fits(value) || Self::List(Box::new(Self::Integer)).fits(value),
            Self::Tagged(..) => self.chosen(value).is_some_and(|chosen| chosen.fits(value)),
        }
    }

    /// The alternative that a tag names.
    fn chosen(&self, value: &Value) -> Option<Self> {
        let Self::Tagged(left, right) = self else { return None };
        let tag = value.get("tag")?.as_str()?;
        let shape = [left, right][TAGS.iter().position(|known| *known == tag)?];
        let members = vec![
            ("tag".to_owned(), Self::Text, true),
            ("it".to_owned(), (**shape).clone(), false),
        ];
        Some(Self::Object(members))
    }

    /// The shape of a part, where the value leaves no doubt about it.
    fn part(&self, step: &Step, value: &Value) -> Option<Self> {
        match (self, step) {
            (Self::Nullable(inner), _) => inner.part(step, value),
            (Self::List(inner), Step::Item) => Some((**inner).clone()),
            (Self::OneOrMany, Step::Item) => Some(Self::Integer),
            (Self::Object(members), Step::Key(key)) => members
                .iter()
                .find(|(name, ..)| name == key)
                .map(|(_, shape, _)| shape.clone()),
            (Self::Tagged(..), Step::Key(_)) => self.chosen(value)?.part(step, value),
            _ => None,
        }
    }
}

enum Step {
    Key(String),
    Item,
}

/// What changed between data as sent and data as admitted, by path; an error where that is no reading of what was sent, or where what
/// was sent fitted its place.
pub(crate) fn changes(
    shape: Option<&Shape>,
    sent: &Value,
    got: Option<&Value>,
    path: &str,
) -> Result<Vec<String>, String> {
    let touched = || match shape {
        Some(shape) if !shape.fits(sent) => Ok(vec![path.to_owned()]),
        Some(_) => Err(format!("{path}: {sent} fits, and was touched")),
        None => Err(format!("{path}: nothing is said of {sent}, and it was touched")),
    };
    let part = |step: Step| shape.and_then(|shape| shape.part(&step, sent));
    match (sent, got) {
        (Value::Null, None) => touched(),
        (_, None) => Err(format!("{path}: {sent} is gone")),
        (Value::Object(members), Some(Value::Object(kept))) => {
            if let Some(new) = kept.keys().find(|key| !members.contains_key(*key)) {
                return Err(format!("{path}: {new} came from nowhere"));
            }
            let mut all = Vec::new();
            for (key, member) in members {
                let part = part(Step::Key(key.clone()));
                all.extend(changes(part.as_ref(), member, kept.get(key), &format!("{path}/{key}"))?);
            }
            Ok(all)
        }
        (Value::Array(items), Some(Value::Array(kept))) if items.len() == kept.len() => {
            let mut all = Vec::new();
            for (index, (item, kept)) in items.iter().zip(kept).enumerate() {
                let part = part(Step::Item);
                all.extend(changes(part.as_ref(), item, Some(kept), &format!("{path}/{index}"))?);
            }
            Ok(all)
        }
        (Value::String(text), Some(got)) if !got.is_string() => {
            let read: Value = serde_json::from_str(text).map_err(|_| format!("{path}: {text} is no JSON"))?;
            if matches!(read, Value::String(_) | Value::Null | Value::Bool(_)) {
                return Err(format!("{path}: {text} is none of the habits"));
            }
            let mut all = touched()?;
            all.extend(changes(shape, &read, Some(got), path)?);
            Ok(all)
        }
        (Value::Number(sent), Some(Value::Number(got))) if sent.as_f64() == got.as_f64() => Ok(Vec::new()),
        (sent, Some(got)) if sent == got => Ok(Vec::new()),
        (sent, Some(got)) => Err(format!("{path}: {got} is no reading of {sent}")),
    }
}

pub(crate) fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        Just(Shape::Integer),
        Just(Shape::Number),
        Just(Shape::Text),
        Just(Shape::Flag),
        Just(Shape::Colour),
        Just(Shape::Either),
        Just(Shape::OneOrMany),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| Shape::Nullable(Box::new(inner))),
            inner.clone().prop_map(|inner| Shape::List(Box::new(inner))),
            object(inner.clone()),
            (inner.clone(), inner).prop_map(|(left, right)| Shape::Tagged(Box::new(left), Box::new(right))),
        ]
    })
}

pub(crate) fn object(member: impl Strategy<Value = Shape>) -> impl Strategy<Value = Shape> {
    vec((member, any::<bool>()), 1..4).prop_map(|members| {
        let named = members.into_iter().enumerate();
        Shape::Object(
            named
                .map(|(index, (shape, required))| (format!("p{index}"), shape, required))
                .collect(),
        )
    })
}

/// A value that fits.
pub(crate) fn fitting(shape: &Shape) -> BoxedStrategy<Value> {
    match shape {
        Shape::Integer => any::<i64>().prop_map(Value::from).boxed(),
        Shape::Number => prop_oneof![
            any::<i32>().prop_map(Value::from),
            (any::<i32>()).prop_map(|n| json!(f64::from(n) + 0.5))
        ]
        .boxed(),
        Shape::Text => "[a-z0-9]{0,3}".prop_map(Value::from).boxed(),
        Shape::Flag => any::<bool>().prop_map(Value::from).boxed(),
        Shape::Colour => prop_oneof![Just(json!("red")), Just(json!("blue"))].boxed(),
        Shape::Nullable(inner) => prop_oneof![Just(Value::Null), fitting(inner)].boxed(),
        Shape::List(inner) => vec(fitting(inner), 0..3).prop_map(Value::from).boxed(),
        Shape::Object(members) => members
            .iter()
            .map(|(name, shape, required)| {
                let name = name.clone();
                let there = if *required {
                    fitting(shape).prop_map(Some).boxed()
                } else {
                    option::of(fitting(shape)).boxed()
                };
                there.prop_map(move |value| value.map(|value| (name.clone(), value)))
            })
            .collect::<Vec<_>>()
            .prop_map(|members| Value::Object(members.into_iter().flatten().collect()))
            .boxed(),
        Shape::Either => prop_oneof![
            any::<i16>().prop_map(Value::from),
            "[a-z0-9]{0,2}".prop_map(Value::from)
        ]
        .boxed(),
        Shape::OneOrMany => prop_oneof![
            any::<i16>().prop_map(Value::from),
            vec(any::<i16>(), 0..3).prop_map(Value::from)
        ]
        .boxed(),
        Shape::Tagged(left, right) => {
            let of = |tag: &'static str, shape: &Shape| {
                option::of(fitting(shape)).prop_map(move |it| match it {
                    Some(it) => json!({"tag": tag, "it": it}),
                    None => json!({ "tag": tag }),
                })
            };
            prop_oneof![of(TAGS[0], left), of(TAGS[1], right)].boxed()
        }
    }
}

/// A value as callers with habits send it: fitting here, quoted there, null in place of nothing; and now and then nonsense.
pub(crate) fn habitual(shape: &Shape) -> BoxedStrategy<Value> {
    let nonsense = proptest::sample::select(vec![
        Value::Null,
        json!("12"),
        json!("012"),
        json!("-1.5e1"),
        json!("[1, \"2\"]"),
        json!("{\"p0\": \"1\"}"),
        json!("null"),
        json!("\"5\""),
        json!("red"),
        json!(1.0),
        json!({}),
        json!({"tag": "left", "it": "3"}),
    ]);
    let inside = match shape {
        Shape::Nullable(inner) => habitual(inner),
        Shape::List(inner) => vec(habitual(inner), 0..3).prop_map(Value::from).boxed(),
        Shape::Object(members) => members
            .iter()
            .map(|(name, shape, _)| {
                let name = name.clone();
                option::weighted(0.9, habitual(shape)).prop_map(move |value| value.map(|value| (name.clone(), value)))
            })
            .collect::<Vec<_>>()
            .prop_map(|members| Value::Object(members.into_iter().flatten().collect()))
            .boxed(),
        shape => fitting(shape),
    };
    let quoted = inside.clone().prop_map(|value| Value::from(value.to_string()));
    prop_oneof![4 => fitting(shape), 3 => inside, 3 => quoted, 1 => nonsense].boxed()
}
