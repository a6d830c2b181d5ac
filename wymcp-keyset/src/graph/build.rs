//! Reading a document into its graph, without recursion.

use std::collections::HashMap;

use serde_json::{Map, Value};
use wymcp_bound::json_type;

use super::{Graph, Node, NodeId, Reference, Types, Word};
use crate::offence::{Offence, OffenceKind};
use crate::pointer;

/// Read a document. What the walk needs and cannot read is an offence.
pub(crate) fn build(document: &Value) -> Result<Graph, Vec<Offence>> {
    let mut builder = Builder::new(document);
    builder.intern(String::new(), None, false, document);
    builder.read_all();
    builder.resolve_all();
    if builder.offences.is_empty() {
        return Ok(Graph { nodes: builder.nodes });
    }
    builder.offences.sort_by(|a, b| a.pointer().cmp(b.pointer()));
    Err(builder.offences)
}

/// A graph that is being read.
pub(super) struct Builder<'s> {
    pub(super) document: &'s Value,
    pub(super) nodes: Vec<Node>,
    pub(super) by_pointer: HashMap<String, NodeId>,
    pub(super) by_anchor: HashMap<&'s str, NodeId>,
    unread: Vec<(NodeId, &'s Value)>,
    pub(super) unresolved: Vec<(NodeId, &'s str)>,
    /// Nodes whose `$id` starts a document of its own: references below them mean something else.
    pub(super) rebased: Vec<NodeId>,
    offences: Vec<Offence>,
}

impl<'s> Builder<'s> {
    fn new(document: &'s Value) -> Self {
        Self {
            document,
            nodes: Vec::new(),
            by_pointer: HashMap::new(),
            by_anchor: HashMap::new(),
            unread: Vec::new(),
            unresolved: Vec::new(),
            rebased: Vec::new(),
            offences: Vec::new(),
        }
    }

    pub(super) fn intern(
        &mut self,
        pointer: String,
        parent: Option<NodeId>,
        is_definition: bool,
        value: &'s Value,
    ) -> NodeId {
        if let Some(&id) = self.by_pointer.get(&pointer) {
            if !is_definition {
                self.nodes[id].parent = parent;
                self.nodes[id].is_definition = false;
            }
            return id;
        }
        let id = self.nodes.len();
        self.by_pointer.insert(pointer.clone(), id);
        self.nodes.push(Node {
            pointer,
            parent,
            is_definition,
            ..Node::default()
        });
        self.unread.push((id, value));
        id
    }

    pub(super) fn read_all(&mut self) {
        while let Some((id, value)) = self.unread.pop() {
            match value {
                Value::Bool(boolean) => {
                    self.nodes[id].boolean = Some(*boolean);
                    self.nodes[id].types = if *boolean { Types::ALL } else { Types::NONE };
                }
                Value::Object(schema) => self.read(id, schema),
                other => {
                    let pointer = self.nodes[id].pointer.clone();
                    self.malformed(pointer, "a schema (an object or a boolean)", other);
                }
            }
        }
    }

    fn malformed(&mut self, pointer: String, wanted: &'static str, found: &Value) {
        self.offences.push(Offence::new(
            pointer,
            OffenceKind::Malformed {
                wanted,
                found: json_type(found),
            },
        ));
    }

    fn read(&mut self, id: NodeId, schema: &'s Map<String, Value>) {
        self.nodes[id].types = own_types(schema);
        if let Some(map) = self.map(id, schema, "properties") {
            self.nodes[id].properties = Some(map.into_iter().map(|(name, child)| (name.to_owned(), child)).collect());
        }
        if let Some(map) = self.map(id, schema, "patternProperties") {
            self.nodes[id].patterns = Some(map.into_iter().map(|(_, child)| child).collect());
        }
        self.nodes[id].additional = self.word(id, schema, "additionalProperties");
        self.nodes[id].unevaluated = self.word(id, schema, "unevaluatedProperties");
        self.nodes[id].prefix = self.list(id, schema, "prefixItems");
        self.nodes[id].items = self.one(id, schema, "items");
        self.nodes[id].unevaluated_items = self.one(id, schema, "unevaluatedItems");
        self.nodes[id].all_of = self.list(id, schema, "allOf");
        self.nodes[id].any_of = self.list(id, schema, "anyOf");
        self.nodes[id].one_of = self.list(id, schema, "oneOf");
        self.read_conditionals(id, schema);
        self.nodes[id].has_contains = schema.contains_key("contains");
        for keyword in ["not", "contains", "propertyNames", "contentSchema"] {
            let child = self.one(id, schema, keyword);
            self.nodes[id].mute.extend(child);
        }
        for keyword in ["$defs", "definitions"] {
            if let Some(Value::Object(definitions)) = schema.get(keyword) {
                for (name, definition) in definitions {
                    let pointer = pointer::join(&self.nodes[id].pointer, &[keyword, name]);
                    self.intern(pointer, Some(id), true, definition);
                }
            }
        }
        self.read_names(id, schema);
    }

    fn read_conditionals(&mut self, id: NodeId, schema: &'s Map<String, Value>) {
        self.nodes[id].condition = self.one(id, schema, "if");
        for keyword in ["then", "else"] {
            let branch = self.one(id, schema, keyword);
            // Without `if` they say nothing.
            if self.nodes[id].condition.is_some() {
                self.nodes[id].conditional.extend(branch);
            } else {
                self.nodes[id].mute.extend(branch);
            }
        }
        let dependent = self.map(id, schema, "dependentSchemas").unwrap_or_default();
        self.nodes[id]
            .conditional
            .extend(dependent.into_iter().map(|(_, child)| child));
        // The draft-7 keyword, which validators still apply: a list of names, or a schema.
        if let Some(Value::Object(members)) = schema.get("dependencies") {
            for (name, member) in members.iter().filter(|(_, member)| !member.is_array()) {
                let pointer = pointer::join(&self.nodes[id].pointer, &["dependencies", name]);
                let child = self.intern(pointer, Some(id), false, member);
                self.nodes[id].conditional.push(child);
            }
        }
    }

    /// `$id`, anchors, references.
    fn read_names(&mut self, id: NodeId, schema: &'s Map<String, Value>) {
        if id != Graph::ROOT && schema.contains_key("$id") {
            self.rebased.push(id);
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(Value::String(anchor)) = schema.get(keyword) {
                self.by_anchor.entry(anchor).or_insert(id);
            }
        }
        match schema.get("$ref") {
            None => {}
            Some(Value::String(reference)) => {
                self.nodes[id].reference = Some(Reference { target: None });
                self.unresolved.push((id, reference));
            }
            Some(other) => {
                let pointer = pointer::join(&self.nodes[id].pointer, &["$ref"]);
                self.malformed(pointer, "a string", other);
            }
        }
        if self.nodes[id].reference.is_none()
            && ["$dynamicRef", "$recursiveRef"]
                .iter()
                .any(|keyword| schema.contains_key(*keyword))
        {
            self.nodes[id].reference = Some(Reference { target: None });
        }
    }

    fn one(&mut self, id: NodeId, schema: &'s Map<String, Value>, keyword: &str) -> Option<NodeId> {
        let value = schema.get(keyword)?;
        let pointer = pointer::join(&self.nodes[id].pointer, &[keyword]);
        Some(self.intern(pointer, Some(id), false, value))
    }

    fn word(&mut self, id: NodeId, schema: &'s Map<String, Value>, keyword: &str) -> Option<Word> {
        let child = self.one(id, schema, keyword)?;
        match schema.get(keyword) {
            Some(Value::Bool(true)) => Some(Word::Open),
            Some(Value::Bool(false)) => Some(Word::Shut),
            _ => Some(Word::Schema(child)),
        }
    }

    fn list(&mut self, id: NodeId, schema: &'s Map<String, Value>, keyword: &str) -> Vec<NodeId> {
        match schema.get(keyword) {
            None => Vec::new(),
            Some(Value::Array(members)) => {
                let base = pointer::join(&self.nodes[id].pointer, &[keyword]);
                members
                    .iter()
                    .enumerate()
                    .map(|(index, member)| self.intern(format!("{base}/{index}"), Some(id), false, member))
                    .collect()
            }
            Some(other) => {
                let pointer = pointer::join(&self.nodes[id].pointer, &[keyword]);
                self.malformed(pointer, "an array of schemas", other);
                Vec::new()
            }
        }
    }

    fn map(&mut self, id: NodeId, schema: &'s Map<String, Value>, keyword: &str) -> Option<Vec<(&'s str, NodeId)>> {
        match schema.get(keyword)? {
            Value::Object(members) => {
                let base = pointer::join(&self.nodes[id].pointer, &[keyword]);
                let child = |(name, member): (&'s String, &'s Value)| {
                    (
                        name.as_str(),
                        self.intern(pointer::join(&base, &[name]), Some(id), false, member),
                    )
                };
                Some(members.iter().map(child).collect())
            }
            other => {
                let pointer = pointer::join(&self.nodes[id].pointer, &[keyword]);
                self.malformed(pointer, "an object of schemas", other);
                None
            }
        }
    }
}

/// What `type`, `const` and `enum` admit.
fn own_types(schema: &Map<String, Value>) -> Types {
    let named = |name: &Value| match name.as_str() {
        Some("object") => Types::OBJECT,
        Some("array") => Types::ARRAY,
        _ => Types::NONE,
    };
    let of = |value: &Value| match value {
        Value::Object(_) => Types::OBJECT,
        Value::Array(_) => Types::ARRAY,
        _ => Types::NONE,
    };
    let by_type = match schema.get("type") {
        Some(name @ Value::String(_)) => named(name),
        Some(Value::Array(names)) => names.iter().fold(Types::NONE, |types, name| types.or(named(name))),
        _ => Types::ALL,
    };
    let by_const = schema.get("const").map_or(Types::ALL, of);
    let by_enum = match schema.get("enum") {
        Some(Value::Array(values)) => values.iter().fold(Types::NONE, |types, value| types.or(of(value))),
        _ => Types::ALL,
    };
    by_type.and(by_const).and(by_enum)
}
