//! A client that holds its intent, reads only refusals, and never calls help (GAT-6).
//!
//! It knows the wire and nothing else: this file imports `serde_json` and nothing of the framework, which a test reads off it.

use serde_json::Value;

/// How a value that a refusal points at is made right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// The very place that was named; where the intent has no such place, the nearest one above that it has.
    Place,
    /// The property of the data that holds the place.
    Property,
}

/// One walk: what is meant, what was sent last, and what was answered so far.
#[derive(Debug, Clone)]
pub struct Client {
    intent: Value,
    call: Value,
    care: Care,
    /// Where the data stands in the call: below `data`, or the whole.
    below: &'static str,
    answers: Vec<(String, usize)>,
}

impl Client {
    /// A client of an action tool, that means `intent` and is about to send `call`, both as `arguments`.
    #[must_use]
    pub const fn of_actions(intent: Value, call: Value, care: Care) -> Self {
        Self {
            intent,
            call,
            care,
            below: "/data",
            answers: Vec::new(),
        }
    }

    /// A client of a plain tool.
    #[must_use]
    pub const fn of_plain(intent: Value, call: Value, care: Care) -> Self {
        Self {
            intent,
            call,
            care,
            below: "",
            answers: Vec::new(),
        }
    }

    /// The `arguments` to send next.
    #[must_use]
    pub const fn call(&self) -> &Value {
        &self.call
    }

    /// The refusals so far: the error, and how many offences it counted.
    #[must_use]
    pub fn answers(&self) -> &[(String, usize)] {
        &self.answers
    }

    /// Send, read and repair until the call passes. `send` gives a refusal's text, or nothing when the call passed.
    ///
    /// # Errors
    ///
    /// When a refusal cannot be acted on, or more retries were needed than GAT-6 allows: one at a gate, or one for each ten
    /// offences at a gate.
    pub fn walk(mut self, mut send: impl FnMut(&Value) -> Option<String>) -> Result<Self, String> {
        while let Some(refusal) = send(&self.call) {
            let before = self.call.clone();
            self.read(&refusal)?;
            if self.call == before {
                return Err(format!("nothing to repair was found in {refusal}"));
            }
        }
        Ok(self)
    }

    /// Read one refusal and repair the call by it.
    ///
    /// # Errors
    ///
    /// As for [`walk`](Self::walk).
    pub fn read(&mut self, refusal: &str) -> Result<(), String> {
        let read: Value =
            serde_json::from_str(refusal).map_err(|error| format!("a refusal is no JSON ({error}): {refusal}"))?;
        let error = read["error"]
            .as_str()
            .ok_or_else(|| format!("a refusal names no error: {refusal}"))?
            .to_owned();
        let offences = match error.as_str() {
            "unknown_arguments" => self.unknown_arguments(&read),
            "invalid_argument_type" => self.invalid_argument_type(&read),
            "missing_action" | "unknown_action" => self.action(&read),
            "missing_required_fields" => self.missing_fields(&read),
            "missing_required_group" => self.missing_group(&read),
            "unknown_params" => self.unknown_params(&read),
            "invalid_values" => self.invalid_values(&read),
            _ => None,
        };
        let offences = offences.ok_or_else(|| format!("a refusal does not carry what it promises: {refusal}"))?;
        self.answers.push((error.clone(), offences));
        self.within_budget(&error).map_err(|why| format!("{why}: {refusal}"))
    }

    /// GAT-6: at most one retry per gate, or one per ten offences at one gate.
    fn within_budget(&self, error: &str) -> Result<(), String> {
        let mut here = self.answers.iter().filter(|(answered, _)| answered == error);
        let allowed = here.next().map_or(1, |(_, first)| first.div_ceil(10).max(1));
        let needed = 1 + here.count();
        if needed > allowed {
            Err(format!("{needed} retries at {error}, {allowed} allowed"))
        } else {
            Ok(())
        }
    }

    fn unknown_arguments(&mut self, refusal: &Value) -> Option<usize> {
        let listed = texts(&refusal["unknown"])?;
        let arguments = self.call.as_object_mut()?;
        arguments.retain(|key, _| !listed.iter().any(|shown| shows(shown, key)));
        count(&refusal["unknown_count"])
    }

    fn invalid_argument_type(&mut self, refusal: &Value) -> Option<usize> {
        let entries = refusal["invalid"].as_array()?;
        for entry in entries {
            let argument = entry["argument"].as_str()?;
            entry["expected"].as_str()?;
            entry["got"].as_str()?;
            let meant = self.intent.get(argument).cloned();
            let arguments = self.call.as_object_mut()?;
            match meant {
                Some(meant) => drop(arguments.insert(argument.to_owned(), meant)),
                None => drop(arguments.remove(argument)),
            }
        }
        Some(entries.len())
    }

    fn action(&mut self, refusal: &Value) -> Option<usize> {
        let meant = self.intent["action"].as_str()?;
        let valid = texts(&refusal["valid_actions"])?;
        valid.contains(&meant).then_some(())?;
        let meant = Value::from(meant);
        self.call.as_object_mut()?.insert("action".to_owned(), meant);
        Some(1)
    }

    fn missing_fields(&mut self, refusal: &Value) -> Option<usize> {
        let missing: Vec<String> = texts(&refusal["missing"])?.into_iter().map(str::to_owned).collect();
        for field in &missing {
            self.supply(field)?;
        }
        self.drop_misspelt(refusal)?;
        Some(missing.len())
    }

    /// What stands under its right name now is not left under the misspelt one.
    fn drop_misspelt(&mut self, refusal: &Value) -> Option<()> {
        for entry in refusal["did_you_mean"].as_array().into_iter().flatten() {
            let shown = entry["path"].as_str()?;
            texts(&entry["names"])?;
            for path in places(self.data()?).into_iter().filter(|path| shows(shown, path)) {
                remove(self.data()?, &path);
            }
        }
        Some(())
    }

    fn missing_group(&mut self, refusal: &Value) -> Option<usize> {
        let groups: Option<Vec<Vec<&str>>> = refusal["required_one_of"].as_array()?.iter().map(texts).collect();
        let groups = groups?;
        let meant = self.intent.pointer(self.below)?;
        let whole = groups
            .into_iter()
            .find(|group| group.iter().all(|field| meant.get(field).is_some()))?;
        let whole: Vec<String> = whole.into_iter().map(str::to_owned).collect();
        for field in &whole {
            self.supply(field)?;
        }
        self.drop_misspelt(refusal)?;
        Some(1)
    }

    fn supply(&mut self, field: &str) -> Option<()> {
        let meant = self.intent.pointer(self.below)?.get(field)?.clone();
        self.data()?.as_object_mut()?.insert(field.to_owned(), meant);
        Some(())
    }

    fn unknown_params(&mut self, refusal: &Value) -> Option<usize> {
        let listed = texts(&refusal["unknown"])?;
        refusal["allowed"].as_object()?;
        for shown in &listed {
            for path in places(self.data()?).into_iter().filter(|path| shows(shown, path)) {
                remove(self.data()?, &path);
            }
        }
        // A near name that was meant is sent under its right spelling.
        for entry in refusal["did_you_mean"].as_array().into_iter().flatten() {
            let (parent, _) = entry["path"].as_str()?.rsplit_once('/')?;
            for name in texts(&entry["names"])? {
                let meant = self
                    .intent
                    .pointer(self.below)?
                    .pointer(parent)
                    .and_then(|meant| meant.get(name))
                    .cloned();
                if let Some(meant) = meant
                    && let Some(holder) = self.data()?.pointer_mut(parent).and_then(Value::as_object_mut)
                {
                    holder.entry(name).or_insert(meant);
                    break;
                }
            }
        }
        count(&refusal["unknown_count"])
    }

    fn invalid_values(&mut self, refusal: &Value) -> Option<usize> {
        for entry in refusal["invalid"].as_array()? {
            let shown = entry["path"].as_str()?;
            if texts(&entry["problems"])?.is_empty() {
                return None;
            }
            for path in places(self.data()?).into_iter().filter(|path| shows(shown, path)) {
                self.mend(&path)?;
            }
        }
        count(&refusal["invalid_count"])
    }

    /// Put the intent's value where a value was refused.
    fn mend(&mut self, path: &str) -> Option<()> {
        let mut path = match self.care {
            Care::Place => path,
            Care::Property => match path.get(1..).and_then(|below| below.find('/')) {
                Some(end) => path.get(..=end)?,
                None => path,
            },
        };
        loop {
            let meant = self.intent.pointer(self.below)?.pointer(path).cloned();
            let slot = self.data()?.pointer_mut(path);
            match (meant, slot) {
                (Some(meant), Some(slot)) => {
                    *slot = meant;
                    return Some(());
                }
                // A property that was never meant is left out; what is not meant deeper down is replaced from above.
                (None, Some(_)) if path.rfind('/') == Some(0) => {
                    remove(self.data()?, path);
                    return Some(());
                }
                _ => path = path.get(..path.rfind('/')?)?,
            }
        }
    }

    /// The data of the call; made when the call has none.
    fn data(&mut self) -> Option<&mut Value> {
        if self.below.is_empty() {
            return Some(&mut self.call);
        }
        let arguments = self.call.as_object_mut()?;
        Some(
            arguments
                .entry("data")
                .or_insert_with(|| Value::Object(serde_json::Map::new())),
        )
    }
}

/// A list of texts.
fn texts(value: &Value) -> Option<Vec<&str>> {
    value.as_array()?.iter().map(Value::as_str).collect()
}

fn count(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// Whether a text that may be cut shows another: `beginning… (+N)`.
fn shows(shown: &str, whole: &str) -> bool {
    if shown == whole {
        return true;
    }
    let cut = shown.strip_suffix(')').and_then(|shown| shown.rsplit_once("… (+"));
    cut.is_some_and(|(beginning, rest)| {
        whole
            .strip_prefix(beginning)
            .is_some_and(|left_out| Ok(left_out.chars().count()) == rest.parse())
    })
}

/// The JSON Pointer of every place in a value, the whole first.
fn places(value: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut todo = vec![(String::new(), value)];
    while let Some((path, value)) = todo.pop() {
        let below: Vec<(String, &Value)> = match value {
            Value::Array(items) => items
                .iter()
                .enumerate()
                .map(|(index, item)| (format!("{path}/{index}"), item))
                .collect(),
            Value::Object(members) => members
                .iter()
                .map(|(key, member)| (format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), member))
                .collect(),
            _ => continue,
        };
        found.extend(below.iter().map(|(path, _)| path.clone()));
        todo.extend(below);
    }
    found
}

fn remove(value: &mut Value, path: &str) {
    let Some((parent, key)) = path.rsplit_once('/') else {
        return;
    };
    if let Some(holder) = value.pointer_mut(parent).and_then(Value::as_object_mut) {
        holder.remove(&key.replace("~1", "/").replace("~0", "~"));
    }
}
