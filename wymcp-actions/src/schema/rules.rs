//! What may stand under each of the eight keys, in words (ACT-1 to ACT-8).

use serde_json::Value;

use crate::offence::{Offence, OffenceCode};

/// What a place holds, why, and how to write it.
pub(super) struct Rule {
    wanted: &'static str,
    why: &'static str,
    mend: &'static str,
}

impl Rule {
    const fn new(wanted: &'static str, why: &'static str, mend: &'static str) -> Self {
        Self { wanted, why, mend }
    }

    /// The offence of a value that the place does not hold.
    pub(super) fn broken(&self, pointer: &str, value: &Value) -> Offence {
        Offence::new(OffenceCode::InvalidType, pointer)
            .wants(self.wanted)
            .finds(value)
            .because(self.why)
            .mended_by(self.mend)
    }
}

pub(super) const DESCRIPTION: Rule = Rule::new(
    "a string of one line",
    "`description` is a line of text",
    "say in one line what the action does",
);
pub(super) const PROPERTIES: Rule = Rule::new(
    "an object of JSON Schemas",
    "`properties` maps the name of each property to its schema",
    "write `{\"<name>\": {\"type\": …}}`, or `{}` for an action that takes no data",
);
pub(super) const REQUIRED: Rule = Rule::new(
    "a list of property names",
    "`required` lists the properties that every call supplies",
    "write a list of names, such as `[\"title\"]`",
);
pub(super) const REQUIRED_NAME: Rule = Rule::new(
    "the name of a declared property",
    "an entry of `required` names a property",
    "write the name as a string",
);
pub(super) const GROUPS: Rule = Rule::new(
    "a list of groups, each a list of property names",
    "`required_one_of` lists groups of properties, of which every call supplies one whole",
    "write `[[\"a\"], [\"b\", \"c\"]]` for `a`, or `b` with `c`; what is always needed stands in `required`",
);
pub(super) const GROUP: Rule = Rule::new(
    "a list of property names",
    "a group lists properties that are supplied together",
    "write a list of names, such as `[\"from\", \"to\"]`",
);
pub(super) const GROUP_NAME: Rule = Rule::new(
    "the name of a declared property",
    "an entry of a group names a property",
    "write the name as a string",
);
pub(super) const DEFAULTS: Rule = Rule::new(
    "an object from property names to values",
    "`defaults` maps names of properties to the values they get when they are left out",
    "write `{\"<name>\": <value>}`",
);
pub(super) const NOTES: Rule = Rule::new(
    "a string",
    "`notes` is one text",
    "write one string; lines in it are separated by newlines",
);
pub(super) const RELATED: Rule = Rule::new(
    "a list of strings",
    "`related` lists the actions that a caller may want next to this one",
    "write a list of names, such as `[\"list\"]`",
);
pub(super) const RELATED_NAME: Rule = Rule::new(
    "a string",
    "an entry of `related` names an action",
    "write the name as a string",
);
pub(super) const EXAMPLES: Rule = Rule::new(
    "a list of objects",
    "`examples` lists payloads of `data`",
    "write a list, such as `[{\"<name>\": <value>}]`",
);
pub(super) const EXAMPLE: Rule = Rule::new(
    "an object, a payload of `data`",
    "an example shows the `data` of a call, which is an object",
    "write the object that a caller would send as `data`",
);
