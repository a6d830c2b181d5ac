//! A schema document as a graph: one node per subschema, named by its pointer.

mod build;
mod resolve;

use std::collections::BTreeMap;

pub(crate) use build::build;

/// Index of a [`Node`].
pub(crate) type NodeId = usize;

/// The JSON types that matter to keys: only objects have them, only arrays lie between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const OBJECT: Self = Self(1);
    pub(crate) const ARRAY: Self = Self(2);
    pub(crate) const ALL: Self = Self(3);

    pub(crate) const fn admits(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What `additionalProperties` or `unevaluatedProperties` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    /// `true`.
    Open,
    /// `false`.
    Shut,
    /// A schema.
    Schema(NodeId),
}

/// One subschema, the keywords that bear on keys read out of it.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) pointer: String,
    /// The subschema that holds this one.
    pub(crate) parent: Option<NodeId>,
    /// Held as a definition (`$defs`, or below a keyword that no one evaluates), not applied where it stands.
    pub(crate) is_definition: bool,
    pub(crate) boolean: Option<bool>,
    /// What `type`, `const` and `enum` of its own admit.
    pub(crate) types: Types,
    pub(crate) properties: Option<BTreeMap<String, NodeId>>,
    pub(crate) patterns: Option<Vec<NodeId>>,
    pub(crate) additional: Option<Word>,
    pub(crate) unevaluated: Option<Word>,
    pub(crate) prefix: Vec<NodeId>,
    pub(crate) items: Option<NodeId>,
    pub(crate) unevaluated_items: Option<NodeId>,
    /// `contains` stands here: it describes nothing, but what it matches counts as evaluated.
    pub(crate) has_contains: bool,
    pub(crate) reference: Option<Reference>,
    pub(crate) all_of: Vec<NodeId>,
    pub(crate) any_of: Vec<NodeId>,
    pub(crate) one_of: Vec<NodeId>,
    pub(crate) condition: Option<NodeId>,
    /// `then`, `else`, `dependentSchemas`: they apply at the place, under a condition.
    pub(crate) conditional: Vec<NodeId>,
    /// `not`, `contains`, `propertyNames` …: they describe nothing.
    pub(crate) mute: Vec<NodeId>,
}

impl Default for Types {
    fn default() -> Self {
        Self::ALL
    }
}

/// A `$ref`; without target where it leads out of the document, nowhere, or to what is no schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) target: Option<NodeId>,
}

impl Node {
    /// Where the reference leads.
    pub(crate) fn target(&self) -> Option<NodeId> {
        self.reference.and_then(|reference| reference.target)
    }

    /// Whether something beside its own keywords may speak of the same place.
    pub(crate) fn has_applicator(&self) -> bool {
        self.reference.is_some()
            || self.condition.is_some()
            || !(self.all_of.is_empty()
                && self.any_of.is_empty()
                && self.one_of.is_empty()
                && self.conditional.is_empty())
    }

    /// What else describes the same place: references, branches, conditionals.
    pub(crate) fn beside(&self) -> impl Iterator<Item = NodeId> + '_ {
        let lists = [&self.all_of, &self.any_of, &self.one_of, &self.conditional];
        self.target().into_iter().chain(lists.into_iter().flatten().copied())
    }

    /// The word on extra keys: an author's `unevaluatedProperties` counts where nothing stands beside it (KEY-2).
    pub(crate) fn extra_word(&self) -> Option<Word> {
        self.additional
            .or(if self.has_applicator() { None } else { self.unevaluated })
    }

    /// The author's own word on extra keys stands beside what may add some (KEY-3).
    pub(crate) fn leaves_keys_to_the_validator(&self) -> bool {
        self.unevaluated.is_some() && self.has_applicator()
    }

    /// Whether it speaks of an object's keys.
    pub(crate) fn has_keys(&self) -> bool {
        self.properties.is_some() || self.patterns.is_some() || self.additional.is_some() || self.unevaluated.is_some()
    }

    /// The schema of the items behind `prefixItems`; an author's `unevaluatedItems` where nothing else may evaluate some.
    pub(crate) fn rest(&self) -> Option<NodeId> {
        self.items.or(self
            .unevaluated_items
            .filter(|_| !self.has_applicator() && !self.has_contains))
    }

    /// Whether it speaks of an array's items.
    pub(crate) fn has_items(&self) -> bool {
        self.rest().is_some() || !self.prefix.is_empty()
    }

    /// The schemas of its children: keys, extra keys, items.
    pub(crate) fn children(&self) -> impl Iterator<Item = NodeId> + '_ {
        let extra = match self.extra_word() {
            Some(Word::Schema(schema)) => Some(schema),
            _ => None,
        };
        let properties = self
            .properties
            .iter()
            .flat_map(|properties| properties.values().copied());
        properties
            .chain(extra)
            .chain(self.prefix.iter().copied())
            .chain(self.rest())
    }

    /// Every schema below it that no child and no reference is: patterns, conditions, what describes nothing.
    pub(crate) fn unwalked(&self) -> impl Iterator<Item = NodeId> + '_ {
        let words = [self.additional, self.unevaluated]
            .into_iter()
            .filter_map(|word| match word {
                Some(Word::Schema(schema)) => Some(schema),
                _ => None,
            });
        let patterns = self.patterns.iter().flatten().copied();
        patterns
            .chain(words)
            .chain(self.items)
            .chain(self.unevaluated_items)
            .chain(self.condition)
            .chain(self.mute.iter().copied())
    }
}

/// The document.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
}

impl Graph {
    /// The whole document.
    pub(crate) const ROOT: NodeId = 0;

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn ids(&self) -> std::ops::Range<NodeId> {
        0..self.nodes.len()
    }

    pub(crate) fn pointer(&self, id: NodeId) -> &str {
        &self.nodes[id].pointer
    }

    pub(crate) fn forget_pointers(&mut self) {
        for node in &mut self.nodes {
            node.pointer = String::new();
        }
        self.nodes.shrink_to_fit();
    }
}

impl std::ops::Index<NodeId> for Graph {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }
}
