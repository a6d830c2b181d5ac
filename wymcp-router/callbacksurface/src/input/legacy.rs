//! Questions as the legacy revisions have them (wire contract L3a, L19).

use serde_json::Value;

use super::InputRequest;
use crate::{Context, Object};

/// The first revision that gives questions back as a result.
const WITHOUT_REQUESTS: &str = "2026-07-28";
/// The first revision with the choices and the modes of today.
const WITH_CHOICES: &str = "2025-11-25";

/// Whether clients of this revision are asked by requests of the server. A call made in process is asked like a modern one.
pub(crate) fn is_asked_by_requests(revision: &str) -> bool {
    !revision.is_empty() && revision < WITHOUT_REQUESTS
}

/// The params of a question, in the revision of the call; or why that revision cannot ask it.
pub(super) fn params(request: &InputRequest, ctx: &Context) -> Result<Object, &'static str> {
    let mut params = request.params.clone();
    if params.get("mode").is_some_and(|mode| mode == "url") {
        params.insert("elicitationId".to_owned(), elicitation_id().into());
    }
    if ctx.protocol_version() < WITH_CHOICES
        && let Some(Value::Object(properties)) = params
            .get_mut("requestedSchema")
            .and_then(|schema| schema.get_mut("properties"))
    {
        for property in properties.values_mut() {
            in_older_words(property)?;
        }
    }
    Ok(params)
}

/// 2025-06-18 has one kind of choice: an enumeration, with names for its members beside it.
fn in_older_words(property: &mut Value) -> Result<(), &'static str> {
    if property["type"] == "array" {
        return Err("the client's revision of the protocol has no choice of several");
    }
    let Some(members) = property.as_object_mut() else {
        return Ok(());
    };
    if let Some(Value::Array(titled)) = members.remove("oneOf") {
        let column = |key: &str| titled.iter().map(|choice| choice[key].clone()).collect::<Vec<_>>();
        members.insert("enum".to_owned(), column("const").into());
        members.insert("enumNames".to_owned(), column("title").into());
    }
    Ok(())
}

/// A legacy client is told by this id when the page was visited; no two are alike.
fn elicitation_id() -> String {
    let mut bytes = [0; 16];
    // Without random bytes ids are alike, and a client may confuse two pages: no harm that would be worth a failure.
    let _ = getrandom::fill(&mut bytes);
    format!("{:032x}", u128::from_be_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn l_3a_titled_choices_become_names_beside_an_enumeration() {
        let mut property =
            json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]});
        in_older_words(&mut property).unwrap();
        assert_eq!(
            property,
            json!({"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]})
        );
        let mut several = json!({"type": "array", "items": {"type": "string", "enum": ["a"]}});
        assert!(in_older_words(&mut several).is_err());
    }
}
