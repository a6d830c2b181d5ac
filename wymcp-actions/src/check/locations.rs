//! Which builder call declared what (ACT-11).

use std::collections::BTreeMap;
use std::panic::Location;

use serde_json::Value;

use crate::schema::Declared;

/// The builder calls that declared properties and defaults, by pointer.
#[derive(Debug, Clone)]
pub(crate) struct Locations(BTreeMap<String, &'static Location<'static>>);

impl Locations {
    pub(super) fn of_declared<'d>(declared: impl Iterator<Item = &'d Declared<(String, Value)>>) -> Self {
        Self(
            declared
                .filter_map(|part| Some((part.pointer.clone(), part.location?)))
                .collect(),
        )
    }

    /// The call that declared what a pointer points at or into.
    pub(crate) fn of(&self, pointer: &str) -> Option<&'static Location<'static>> {
        let mut rest = pointer;
        loop {
            if let Some(location) = self.0.get(rest) {
                return Some(location);
            }
            rest = &rest[..rest.rfind('/')?];
        }
    }
}
