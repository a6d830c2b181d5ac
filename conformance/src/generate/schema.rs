//! Schema documents that use every keyword of KEY-3, KEY-9 and KEY-10.
//!
//! The generator aims at schemas that register, so it knows what an owner may be narrowed by; now and then it aims beside, and
//! what comes out is an offence that the runner counts and skips. Definitions are made from the last to the first: a reference
//! *in place* only names one that stands already (no cycle without a child between), a reference below a child names any.

mod composed;
mod narrowed;
mod objects;
mod references;
mod union;

use serde_json::{Map, Value, json};

use super::dice::Dice;
use super::scalar::scalar;

/// Keys that schemas declare. Few, so that what applies together meets.
pub const KEYS: [&str; 5] = ["a", "b", "c", "x1", "x2"];
/// The pattern that the generator writes: it matches the last two of [`KEYS`].
pub const PATTERN: &str = "^x";

/// A whole document: an object schema with definitions of its own.
#[must_use]
pub fn document(dice: &mut Dice) -> Value {
    let mut maker = Maker {
        dice,
        depth: 0,
        defs: Vec::new(),
        first_whole: 0,
        anchored: false,
    };
    let wanted = maker.dice.below(4);
    maker.first_whole = wanted;
    maker.anchored = maker.dice.chance(40);
    for index in (0..wanted).rev() {
        maker.first_whole = index + 1;
        let mut body = if maker.dice.chance(80) {
            maker.object()
        } else {
            maker.place()
        };
        if maker.anchored
            && let Value::Object(members) = &mut body
        {
            members.insert("$anchor".to_owned(), json!(format!("anchor{index}")));
        }
        maker.defs.insert(0, body);
    }
    maker.first_whole = 0;
    let mut root = maker.object();
    let defs = std::mem::take(&mut maker.defs);
    if let Value::Object(members) = &mut root {
        members.entry("type").or_insert(json!("object"));
        if !defs.is_empty() {
            let named: Map<String, Value> = defs
                .into_iter()
                .enumerate()
                .map(|(index, def)| (format!("D{index}"), def))
                .collect();
            members.insert("$defs".to_owned(), Value::Object(named));
        }
    }
    root
}

struct Maker<'d> {
    dice: &'d mut Dice,
    depth: usize,
    /// The definitions that stand already: those from `first_whole` on.
    defs: Vec<Value>,
    first_whole: usize,
    anchored: bool,
}

type Members = Map<String, Value>;

impl Maker<'_> {
    /// A schema of any kind, for a child.
    fn place(&mut self) -> Value {
        if self.depth >= 4 || self.dice.chance(30) {
            return scalar(self.dice);
        }
        match self.dice.weighted(&[5, 3, 3, 2]) {
            0 => self.object(),
            1 => self.array(),
            2 => self.reference_to_any(),
            _ => self.union(),
        }
    }

    fn child(&mut self) -> Value {
        self.depth += 1;
        let whole = std::mem::replace(&mut self.first_whole, 0);
        let made = self.place_below(whole);
        self.first_whole = whole;
        self.depth -= 1;
        made
    }

    /// Inside a child every definition may be named by a reference that stands alone; copies are made of whole ones only.
    fn place_below(&mut self, whole: usize) -> Value {
        if self.dice.chance(18) && self.depth < 4 {
            return self.reference_to_any();
        }
        self.first_whole = whole;
        self.place()
    }

    fn object(&mut self) -> Value {
        match self.dice.weighted(&[7, 3, 5, 4, 3, 2, 2]) {
            0 => self.plain_object(),
            1 => self.open_object(),
            2 => self.narrowed(),
            3 => self.composed(),
            4 => self.union(),
            5 => self.keyless_with_narrowing(),
            _ => self.patterned(),
        }
    }
}
