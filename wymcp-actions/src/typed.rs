//! Payload types that describe their own schema, by schemars (DEF-5; feature `typed`).

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Payload;

/// The JSON Schema of a type, 2020-12, as schemars writes it for reading: a document whose root refers to the type's definition.
///
/// ```
/// # use wymcp_actions as wymcp_router;
/// let schema = wymcp_router::typed::schema_of::<Vec<u8>>();
/// assert_eq!(schema["items"]["format"], "uint8");
/// ```
#[must_use]
pub fn schema_of<T: JsonSchema + ?Sized>() -> Value {
    written_by::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The same for what a type serialises to.
pub(crate) fn schema_of_serialized<T: JsonSchema + ?Sized>() -> Value {
    written_by::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn written_by<T: JsonSchema + ?Sized>(settings: SchemaSettings) -> Value {
    let mut generator: SchemaGenerator = settings.into_generator();
    // As a definition and not as the root: a type that holds itself is then referred to by name, like any other.
    let mut schema = generator.subschema_for::<T>();
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), Value::Object(definitions));
    }
    schema.to_value()
}

/// A type as the payload of an action.
///
/// ```
/// # use wymcp_actions as wymcp_router;
/// use wymcp_router::{ActionSchema, schemars::{self, JsonSchema}, typed};
///
/// #[derive(serde::Deserialize, JsonSchema)]
/// struct Create { title: String, done: Option<bool> }
///
/// let create = ActionSchema::new("Create a task").check("create", Some(typed::payload::<Create>())).map_err(|o| o[0].to_string())?;
/// assert_eq!(create.required(), ["title"]);
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn payload<T: JsonSchema + DeserializeOwned>() -> Payload {
    Payload::new(std::any::type_name::<T>(), schema_of::<T>)
}
