//! Forms of a type (feature `typed`): its schema, as far as the protocol admits it.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wymcp_actions::{schemars, typed};

use super::{Form, form_schema};
use crate::Object;

/// References that lead to one another, at most: a field is no recursion.
const STEPS: usize = 8;

impl<T: JsonSchema + DeserializeOwned> Form<T> {
    /// A form whose fields are those of a type, and whose answer is a value of it.
    ///
    /// The type is a struct of texts, numbers, booleans, enums without payload (choices; their doc comments are the titles), and lists or
    /// sets of such enums. An `Option` is a field that may be left empty. What else the type has, a form cannot show: [`check`](Self::check) says what.
    ///
    /// ```
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::schemars::{self, JsonSchema};
    /// use wymcp_router::{Context, Failure, Form, Reply};
    ///
    /// #[derive(serde::Deserialize, JsonSchema)]
    /// #[serde(rename_all = "lowercase")]
    /// enum Size { Small, Large }
    ///
    /// #[derive(serde::Deserialize, JsonSchema)]
    /// struct Order { size: Size, pieces: u8, note: Option<String> }
    ///
    /// #[derive(serde::Deserialize, JsonSchema)]
    /// struct Nested { order: Order }
    ///
    /// assert!(Form::<Order>::typed("order", "What shall it be?").check().is_ok());
    /// assert!(Form::<Nested>::typed("order", "What shall it be?").check().is_err());
    ///
    /// async fn order(ctx: &Context) -> Result<Reply, Failure> {
    ///     let form = Form::<Order>::typed("order", "What shall it be?");
    ///     let Some(order) = ctx.ask(form)?.accepted() else {
    ///         return Ok(Reply::new("nothing was ordered"));
    ///     };
    ///     Ok(Reply::new(format!("{} pieces", order.pieces)))
    /// }
    /// ```
    #[must_use]
    pub fn typed(id: impl Into<String>, message: impl Into<String>) -> Self {
        let schema = typed::payload::<T>()
            .document()
            .map_err(|offences| offences.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
            .and_then(|document| form_schema::admitted(flat(&document)));
        Self::of(id, message, schema)
    }
}

/// The document with every field written out, as a form has it; what cannot be is left as it is, to be told by its name.
fn flat(document: &Value) -> Value {
    let Some(Value::Object(properties)) = document.get("properties") else {
        return document.clone();
    };
    let fields = properties
        .iter()
        .map(|(name, property)| (name.clone(), Value::Object(field(property, document))));
    let mut schema = json!({"type": document["type"], "properties": fields.collect::<Object>()});
    if let Some(required) = document.get("required") {
        schema["required"] = required.clone();
    }
    schema
}

fn field(property: &Value, document: &Value) -> Object {
    let mut field = followed(property, document);
    if let Some(Value::Array(types)) = field.get("type").cloned()
        && let [one] = &types.iter().filter(|word| *word != "null").collect::<Vec<_>>()[..]
    {
        field.insert("type".to_owned(), (*one).clone());
    }
    if field.get("default").is_some_and(Value::is_null) {
        field.remove("default");
    }
    if let Some(choices) = choices(&field) {
        field.retain(|key, _| matches!(key.as_str(), "title" | "description" | "default"));
        field.extend(choices);
    }
    if field.get("type").is_some_and(|word| word == "array")
        && let Some(items) = field.get("items")
    {
        let mut items = self::field(items, document);
        items.retain(|key, _| matches!(key.as_str(), "type" | "enum" | "oneOf"));
        if let Some(titled) = items.remove("oneOf") {
            items = Object::from_iter([("anyOf".to_owned(), titled)]);
        }
        field.insert("items".to_owned(), Value::Object(items));
        // A set is what it is decoded to, whatever is sent twice.
        field.remove("uniqueItems");
    }
    field
}

/// A property without references, and without the null of an `Option`; what it says of itself stands over what it refers to.
fn followed(property: &Value, document: &Value) -> Object {
    let mut said = property.as_object().cloned().unwrap_or_default();
    for _ in 0..STEPS {
        let target = if let Some(Value::String(reference)) = said.remove("$ref") {
            reference
                .strip_prefix('#')
                .and_then(|pointer| document.pointer(pointer))
                .cloned()
        } else if let Some(of_option) = of_option(&said) {
            said.remove("anyOf");
            Some(of_option)
        } else {
            return said;
        };
        for (key, value) in target.as_ref().and_then(Value::as_object).cloned().unwrap_or_default() {
            said.entry(key).or_insert(value);
        }
    }
    said
}

fn of_option(members: &Object) -> Option<Value> {
    let branches = members.get("anyOf")?.as_array()?;
    let (nulls, others): (Vec<_>, Vec<_>) = branches.iter().partition(|branch| branch["type"] == "null");
    match (&nulls[..], &others[..]) {
        ([_], [one]) => Some((*one).clone()),
        _ => None,
    }
}

/// An enum without payload: names alone, or with titles where any variant has one.
fn choices(field: &Object) -> Option<Object> {
    let mut named: Vec<(String, Option<String>)> = Vec::new();
    let mut note = |branch: &Value| {
        let title = ["title", "description"]
            .iter()
            .find_map(|key| branch.get(*key)?.as_str());
        let names = branch
            .get("const")
            .map(std::slice::from_ref)
            .or_else(|| Some(branch.get("enum")?.as_array()?));
        for name in names? {
            named.push((name.as_str()?.to_owned(), title.map(str::to_owned)));
        }
        Some(())
    };
    match field.get("oneOf") {
        Some(Value::Array(branches)) => branches.iter().try_for_each(&mut note)?,
        Some(_) => return None,
        None => {
            let own: Object = field
                .iter()
                .filter(|(key, _)| matches!(key.as_str(), "const" | "enum"))
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            note(&Value::Object(own))?;
        }
    }
    let mut schema = Object::from_iter([("type".to_owned(), "string".into())]);
    if named.iter().all(|(_, title)| title.is_none()) {
        let names: Vec<Value> = named.into_iter().map(|(name, _)| name.into()).collect();
        schema.insert("enum".to_owned(), names.into());
    } else {
        let titled = named
            .into_iter()
            .map(|(name, title)| json!({"const": name, "title": title.unwrap_or_else(|| name.clone())}));
        schema.insert("oneOf".to_owned(), titled.collect::<Vec<_>>().into());
    }
    Some(schema)
}
