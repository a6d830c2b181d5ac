//! Mends a refused call from the refusal alone: what a model would do that knows what it wants (GAT-6).

use serde_json::{Map, Value, json};

use crate::{Outcome, Trouble};

/// The arguments with everything mended that this refusal speaks of, and nothing else.
pub(crate) fn repair(arguments: &Value, refusal: &Value, intent: &Value) -> Outcome<Value> {
    let mut mended = arguments.clone();
    match refusal["error"].as_str().unwrap_or_default() {
        "unknown_arguments" => {
            for key in strings(&refusal["unknown"]) {
                let value = object(&mut mended)?.remove(key).unwrap_or_default();
                if strings(&refusal["misplaced"]).any(|misplaced| misplaced == key) {
                    object(data(&mut mended)?)?.insert(key.to_owned(), value);
                } else if let Some(meant) = meant(refusal, "key", key) {
                    object(&mut mended)?.entry(meant).or_insert(value);
                }
            }
        }
        "invalid_argument_type" => {
            for entry in list(&refusal["invalid"]) {
                let argument = entry["argument"].as_str().unwrap_or_default();
                let right = if argument == "action" {
                    chosen(refusal, intent)?
                } else {
                    intent[argument].clone()
                };
                mended[argument] = right;
            }
        }
        "missing_action" => mended["action"] = chosen(refusal, intent)?,
        "unknown_action" => {
            mended["action"] = match refusal["did_you_mean"].get(0) {
                Some(name) => name.clone(),
                None => chosen(refusal, intent)?,
            };
        }
        "missing_required_fields" => {
            for name in strings(&refusal["missing"]) {
                data(&mut mended)?[name] = intent["data"][name].clone();
            }
        }
        "missing_required_group" => {
            let group = list(&refusal["required_one_of"])
                .iter()
                .find(|group| strings(group).all(|name| intent["data"].get(name).is_some()))
                .ok_or("the intent has no group whole")?;
            for name in strings(group) {
                data(&mut mended)?[name] = intent["data"][name].clone();
            }
        }
        "unknown_params" => {
            for path in strings(&refusal["unknown"]) {
                let (parent, key) = split(path)?;
                let holder = data(&mut mended)?.pointer_mut(parent).ok_or("no such object")?;
                let value = object(holder)?.remove(&key).unwrap_or_default();
                if let Some(meant) = meant(refusal, "path", path) {
                    holder[meant] = value;
                }
            }
        }
        "invalid_values" => {
            for entry in list(&refusal["invalid"]) {
                let path = entry["path"].as_str().unwrap_or_default();
                let right = intent["data"].pointer(path).ok_or("no such value in the intent")?;
                *data(&mut mended)?.pointer_mut(path).ok_or("no such value")? = right.clone();
            }
        }
        other => return Err(format!("no gate says {other:?}").into()),
    }
    Ok(mended)
}

/// The action that was meant, if the refusal offers it.
fn chosen(refusal: &Value, intent: &Value) -> Outcome<Value> {
    let offered = list(&refusal["valid_actions"]);
    if offered.contains(&intent["action"]) {
        Ok(intent["action"].clone())
    } else {
        Err(format!("{} is not among {offered:?}", intent["action"]).into())
    }
}

/// The first name that the refusal suggests for a key or a path.
fn meant(refusal: &Value, by: &str, what: &str) -> Option<String> {
    let entry = list(&refusal["did_you_mean"]).iter().find(|entry| entry[by] == what)?;
    entry["names"][0].as_str().map(str::to_owned)
}

fn data(arguments: &mut Value) -> Outcome<&mut Value> {
    Ok(object(arguments)?.entry("data").or_insert_with(|| json!({})))
}

fn object(value: &mut Value) -> Outcome<&mut Map<String, Value>> {
    value
        .as_object_mut()
        .ok_or_else(|| Trouble::from("no object where one was expected"))
}

fn split(path: &str) -> Outcome<(&str, String)> {
    let (parent, key) = path.rsplit_once('/').ok_or("a path without a slash")?;
    Ok((parent, key.replace("~1", "/").replace("~0", "~")))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn strings(value: &Value) -> impl Iterator<Item = &str> {
    list(value).iter().filter_map(Value::as_str)
}
