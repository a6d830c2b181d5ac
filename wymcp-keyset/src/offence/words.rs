//! The words of an offence, derived from its data.

use std::fmt;

use super::{Offence, OffenceKind};

impl Offence {
    /// Why it is a mistake, in words.
    #[must_use]
    pub fn why(&self) -> String {
        match &self.kind {
            OffenceKind::Malformed { wanted, found } => format!("must be {wanted}, found {found}"),
            OffenceKind::TooDeep { limit } => format!("nests deeper than {limit} levels"),
            OffenceKind::NarrowingKey { key, owners, .. } => {
                let owners = list(owners);
                format!("names the key {key:?}, which the schema that owns this place, {owners}, does not know")
            }
            OffenceKind::ComposedPlace { named, .. } if named.is_empty() => {
                "schemas that apply together here describe keys, and no one of them owns the place, so closing it would be a guess"
                    .to_owned()
            }
            OffenceKind::ComposedPlace { named, .. } => format!(
                "schemas that apply together here name keys that no one of them owns ({}), so closing it would be a guess",
                list(named)
            ),
            OffenceKind::SilentBelow { silent } => format!(
                "patterns, or an `unevaluatedProperties` beside what it joins, leave what is below here to the validator, and {} \
                 does not say which further keys it admits",
                list(silent)
            ),
            OffenceKind::UnevaluatedCycle { references } => format!(
                "a reference cycle ({}) returns to this `unevaluatedProperties` through `anyOf`, `oneOf` or `if`: \
                 the time to validate would double with every level of the data",
                list(references)
            ),
            OffenceKind::TooIntricate => {
                "its alternatives combine in too many ways to be compared with what narrows them".to_owned()
            }
            OffenceKind::DefaultKey { known } if known.is_empty() => {
                "a caller could not send this key: its object admits none".to_owned()
            }
            OffenceKind::DefaultKey { known } => {
                format!("a caller could not send this key: its object admits only {}", known.join(", "))
            }
        }
    }

    /// How to mend it, in words.
    #[must_use]
    pub fn mend(&self) -> String {
        match &self.kind {
            OffenceKind::Malformed { wanted, .. } => format!("write {wanted}"),
            OffenceKind::TooDeep { .. } => "move inner schemas into `$defs` and refer to them".to_owned(),
            OffenceKind::NarrowingKey {
                key,
                owners,
                beside_false,
            } => {
                let owners = list(owners);
                let instead = if *beside_false {
                    "; to admit what is named beside it and nothing else, write `\"unevaluatedProperties\": false` in place of \
                     `\"additionalProperties\": false`, which cannot see it"
                } else {
                    ""
                };
                format!(
                    "declare {key:?} in `properties` of {owners}, or write `\"additionalProperties\": true` there to leave it \
                     open{instead}"
                )
            }
            OffenceKind::ComposedPlace { silent, .. } | OffenceKind::SilentBelow { silent } => format!(
                "at {} write `\"unevaluatedProperties\": false` to admit no other keys, or `\"unevaluatedProperties\": true` \
                 to leave it open (where no applicator or reference stands beside it, `additionalProperties` says the same)",
                list(silent)
            ),
            OffenceKind::UnevaluatedCycle { .. } => {
                "write it in the schema that the reference names, not beside the reference or inside a branch"
                    .to_owned()
            }
            OffenceKind::TooIntricate => {
                "split the schema, or write `\"additionalProperties\": true` at the owner's place".to_owned()
            }
            OffenceKind::DefaultKey { .. } => "remove the key from the default, or declare it in the schema".to_owned(),
        }
    }
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", place(&self.pointer), self.why(), self.mend())
    }
}

fn place(pointer: &str) -> &str {
    if pointer.is_empty() { "the root" } else { pointer }
}

fn list(pointers: &[String]) -> String {
    pointers
        .iter()
        .map(|pointer| place(pointer))
        .collect::<Vec<_>>()
        .join(", ")
}
