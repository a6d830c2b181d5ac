//! Matching a URI against a URI template (RFC 6570): the way back from an expansion to its values.
//!
//! The template becomes one anchored pattern of an engine whose time is linear in the text, whatever the template. What matches is
//! every expansion of the template with values that are not empty, and beside them the spellings that RFC 3986 takes for the same
//! path: a sub-delimiter, a colon or an at sign that was not encoded.

use std::collections::BTreeMap;
use std::sync::Arc;

use iri_string::template::UriTemplateStr;
use regex::{Regex, RegexBuilder};

use super::UriVariables;
use super::uri::decoded;

/// Bytes that a compiled pattern may take: one that takes more has a prefix length or a number of variables that no URI needs.
const COMPILED_BYTES: usize = 1 << 20;

/// A template, compiled.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    regex: Regex,
    slots: Vec<Slot>,
}

/// One mention of a variable.
#[derive(Debug, Clone)]
struct Slot {
    name: Arc<str>,
    /// Where its value stands in a match.
    group: usize,
    /// For `;`, `?` and `&`: where the character before the name stands, and what it must be.
    lead: Option<Lead>,
    /// For a variable with `*`: what stands between its values, and whether each says its name.
    list: Option<(char, bool)>,
}

#[derive(Debug, Clone, Copy)]
struct Lead {
    group: usize,
    expression: usize,
    first: char,
    next: char,
}

/// A row of the table in RFC 6570, appendix A.
#[derive(Clone, Copy)]
struct Operator {
    first: &'static str,
    separator: char,
    named: bool,
    /// What a value is made of, beside percent-encoded bytes.
    class: &'static str,
}

const RESERVED: &str = r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]";

impl Operator {
    fn of(sign: Option<char>) -> Option<(Self, usize)> {
        let row = |first, separator, named, class| Self {
            first,
            separator,
            named,
            class,
        };
        Some(match sign? {
            '+' => (row("", ',', false, RESERVED), 1),
            '#' => (row("#", ',', false, RESERVED), 1),
            '.' => (row(".", '.', false, r"[A-Za-z0-9\-._~:@!$&'()*+,;=]"), 1),
            '/' => (row("/", '/', false, r"[A-Za-z0-9\-._~:@!$&'()*+,;=]"), 1),
            ';' => (row(";", ';', true, r"[A-Za-z0-9\-._~:@!$&'()*+,=]"), 1),
            '?' => (row("?", '&', true, r"[A-Za-z0-9\-._~:@!$'()*+,;=/]"), 1),
            '&' => (row("&", '&', true, r"[A-Za-z0-9\-._~:@!$'()*+,;=/]"), 1),
            '=' | ',' | '!' | '@' | '|' => return None,
            _ => (row("", ',', false, r"[A-Za-z0-9\-._~:@!$&'()*+;=]"), 0),
        })
    }
}

impl Pattern {
    /// Compile a template, or say what is wrong with it.
    pub(crate) fn compile(template: &str) -> Result<Self, String> {
        UriTemplateStr::new(template).map_err(|error| format!("RFC 6570 has no such template: {error}"))?;
        if !has_scheme(template) {
            return Err("it does not begin with a scheme, so that no URI of it can be told from another's".to_owned());
        }
        let mut draft = Draft::default();
        let mut rest = template;
        while let Some((literal, tail)) = rest.split_once('{') {
            draft.literal(literal);
            let (expression, tail) = tail.split_once('}').unwrap_or((tail, ""));
            draft.expression(expression)?;
            rest = tail;
        }
        draft.literal(rest);
        let regex = RegexBuilder::new(&format!(r"\A(?:{})\z", draft.source))
            .size_limit(COMPILED_BYTES)
            .build()
            .map_err(|_| "it has more variables, or longer prefixes, than can be matched".to_owned())?;
        Ok(Self {
            regex,
            slots: draft.slots,
        })
    }

    /// The names of the variables, as they stand in the template.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        self.slots.iter().map(|slot| &*slot.name)
    }

    /// The values with which the template expands to the URI; nothing where it does not.
    pub(crate) fn matches(&self, uri: &str) -> Option<UriVariables> {
        let found = self.regex.captures(uri)?;
        let mut values: BTreeMap<Arc<str>, Vec<String>> = BTreeMap::new();
        let mut opened = None;
        for slot in &self.slots {
            if let Some(lead) = slot.lead {
                let Some(sign) = found.get(lead.group) else { continue };
                let wanted = if opened == Some(lead.expression) {
                    lead.next
                } else {
                    lead.first
                };
                if !sign.as_str().starts_with(wanted) {
                    return None;
                }
                opened = Some(lead.expression);
            } else if found.get(slot.group).is_none() {
                continue;
            }
            let text = found.get(slot.group).map_or("", |value| value.as_str());
            let read = slot.read(text)?;
            // A variable that stands twice says the same twice.
            if values.get(&slot.name).is_some_and(|known| *known != read) {
                return None;
            }
            values.insert(Arc::clone(&slot.name), read);
        }
        Some(UriVariables::new(values))
    }
}

impl Slot {
    fn read(&self, text: &str) -> Option<Vec<String>> {
        let decode = |text: &str| String::from_utf8(decoded(text)).ok();
        match self.list {
            None => Some(vec![decode(text)?]),
            Some((separator, is_named)) => text
                .split(separator)
                .map(|part| {
                    let value = if is_named {
                        part.strip_prefix(&*self.name).unwrap_or(part)
                    } else {
                        part
                    };
                    decode(value.strip_prefix('=').filter(|_| is_named).unwrap_or(value))
                })
                .collect(),
        }
    }
}

/// A pattern in the making.
#[derive(Default)]
struct Draft {
    source: String,
    slots: Vec<Slot>,
    groups: usize,
    expressions: usize,
}

impl Draft {
    /// Literal text stands for itself: it is ASCII, as in any URI.
    fn literal(&mut self, text: &str) {
        self.source.push_str(&regex::escape(text));
    }

    fn expression(&mut self, text: &str) -> Result<(), String> {
        let (operator, skipped) = Operator::of(text.chars().next())
            .ok_or("it has an operator that RFC 6570 keeps for later, or an empty expression")?;
        self.expressions += 1;
        let specs = text[skipped..].split(',');
        if operator.named {
            specs.for_each(|spec| self.named(operator, spec));
        } else {
            self.unnamed(operator, specs);
        }
        Ok(())
    }

    /// `{x,y}`: the first values there are belong to the first variables; what has a sign in front may be left out altogether.
    fn unnamed<'t>(&mut self, operator: Operator, specs: impl Iterator<Item = &'t str>) {
        let separator = regex::escape(operator.separator.encode_utf8(&mut [0; 4]));
        self.source.push_str("(?:");
        self.source.push_str(&regex::escape(operator.first));
        let mut open = 0;
        for (index, spec) in specs.enumerate() {
            if index > 0 {
                self.source.push_str("(?:");
                self.source.push_str(&separator);
                open += 1;
            }
            let (name, modifier) = modifier(spec);
            let one = value(operator.class, modifier, '+');
            let group = self.group();
            let list = matches!(modifier, Modifier::Explode).then_some((operator.separator, false));
            let pattern = if list.is_some() {
                format!("({one}(?:{separator}{one})*)")
            } else {
                format!("({one})")
            };
            self.source.push_str(&pattern);
            self.slots.push(Slot {
                name: name.into(),
                group,
                lead: None,
                list,
            });
        }
        (0..open).for_each(|_| self.source.push_str(")?"));
        self.source.push_str(if operator.first.is_empty() { ")" } else { ")?" });
    }

    /// `{?x,y}`: each variable says its name, and any may be left out. Which sign stands before it depends on whether another does.
    fn named(&mut self, operator: Operator, spec: &str) {
        let (name, modifier) = modifier(spec);
        let escaped = regex::escape(name);
        let lead = self.group();
        // No class: in one, `&&` is an operator.
        let signs = format!(
            "(?:{}|{})",
            regex::escape(operator.first),
            regex::escape(operator.separator.encode_utf8(&mut [0; 4]))
        );
        // `;x` says an empty value without the sign, `?x=` with it.
        let says = |open: &str, close: &str| {
            if operator.first == ";" {
                format!("{escaped}(?:={open}{}{close})?", value(operator.class, modifier, '+'))
            } else {
                format!("{escaped}={open}{}{close}", value(operator.class, modifier, '*'))
            }
        };
        let (pattern, list) = if matches!(modifier, Modifier::Explode) {
            let one = says("", "");
            (
                format!("({one}(?:{}{one})*)", operator.separator),
                Some((operator.separator, true)),
            )
        } else {
            (says("(", ")"), None)
        };
        let group = self.group();
        self.source.push_str(&format!("(?:({signs}){pattern})?"));
        self.slots.push(Slot {
            name: name.into(),
            group,
            lead: Some(Lead {
                group: lead,
                expression: self.expressions,
                first: operator.first.chars().next().unwrap_or(operator.separator),
                next: operator.separator,
            }),
            list,
        });
    }

    fn group(&mut self) -> usize {
        self.groups += 1;
        self.groups
    }
}

#[derive(Clone, Copy)]
enum Modifier<'t> {
    None,
    Explode,
    /// The length of the prefix, in characters of the value.
    Prefix(&'t str),
}

fn modifier(spec: &str) -> (&str, Modifier<'_>) {
    match (spec.strip_suffix('*'), spec.split_once(':')) {
        (Some(name), _) => (name, Modifier::Explode),
        (None, Some((name, length))) => (name, Modifier::Prefix(length)),
        (None, None) => (spec, Modifier::None),
    }
}

/// What a value may look like: bytes for most, whole characters where they are counted.
fn value(class: &str, modifier: Modifier<'_>, times: char) -> String {
    const ANY: &str = "%[0-9A-Fa-f]{2}";
    const CHARACTER: &str = "%[0-7][0-9A-Fa-f]|%[C-Dc-d][0-9A-Fa-f]%[89ABab][0-9A-Fa-f]\
        |%[Ee][0-9A-Fa-f](?:%[89ABab][0-9A-Fa-f]){2}|%[Ff][0-7](?:%[89ABab][0-9A-Fa-f]){3}";
    match modifier {
        Modifier::Prefix(length) => {
            let least = u8::from(times == '+');
            format!("(?:{class}|{CHARACTER}){{{least},{length}}}")
        }
        Modifier::None | Modifier::Explode => format!("(?:{class}|{ANY}){times}"),
    }
}

/// The scheme must be literal.
fn has_scheme(template: &str) -> bool {
    template.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    })
}

#[cfg(test)]
mod tests;
