//! Making a counterexample small enough to read.

use serde_json::Value;

/// The smallest pair of schema and data, found by leaving out members, items and whole values one at a time, that still `fails`.
pub fn shrink(schema: &Value, data: &Value, fails: impl Fn(&Value, &Value) -> bool) -> (Value, Value) {
    let (mut schema, mut data) = (schema.clone(), data.clone());
    loop {
        let smaller = smaller(&schema)
            .into_iter()
            .find(|one| fails(one, &data))
            .map(|one| (one, data.clone()));
        let smaller = smaller.or_else(|| {
            self::smaller(&data)
                .into_iter()
                .find(|one| fails(&schema, one))
                .map(|one| (schema.clone(), one))
        });
        match smaller {
            Some(found) => (schema, data) = found,
            None => return (schema, data),
        }
    }
}

/// Every value that is this one with one thing left out or made plainer.
fn smaller(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(members) => {
            let mut found = Vec::new();
            for key in members.keys() {
                let mut without = members.clone();
                without.remove(key);
                found.push(Value::Object(without));
            }
            for (key, member) in members {
                for plainer in smaller(member) {
                    let mut with = members.clone();
                    with.insert(key.clone(), plainer);
                    found.push(Value::Object(with));
                }
            }
            found
        }
        Value::Array(items) => {
            let mut found = Vec::new();
            for index in 0..items.len() {
                let mut without = items.clone();
                without.remove(index);
                found.push(Value::Array(without));
            }
            for (index, item) in items.iter().enumerate() {
                for plainer in smaller(item) {
                    let mut with = items.clone();
                    if let Some(slot) = with.get_mut(index) {
                        *slot = plainer;
                    }
                    found.push(Value::Array(with));
                }
            }
            found
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_counterexample_shrinks_to_what_fails() {
        let (schema, data) = shrink(&json!({"a": [1, {"b": 2}], "c": 3}), &json!({"d": 4}), |schema, _| {
            schema.pointer("/a/0") == Some(&json!({"b": 2})) || schema.pointer("/a/1/b").is_some()
        });
        assert_eq!((schema, data), (json!({"a": [{"b": 2}]}), json!({})));
    }
}
