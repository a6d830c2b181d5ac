//! Where references lead: a pointer or an anchor of the document, wherever it stands (KEY-3).

use super::build::Builder;
use super::{Graph, NodeId, Reference};
use crate::pointer;

/// Keywords whose value a reference may not take for a schema: what lies below them is data, or is found by the walk.
const KNOWN: &str = "\
    $anchor $comment $dynamicAnchor $dynamicRef $id $ref $schema $vocabulary $defs additionalProperties \
    allOf anyOf const contains contentEncoding contentMediaType contentSchema default definitions \
    dependencies dependentRequired dependentSchemas deprecated description else enum examples \
    exclusiveMaximum exclusiveMinimum format if items maxContains maxItems maxLength maxProperties \
    maximum minContains minItems minLength minProperties minimum multipleOf not oneOf pattern \
    patternProperties prefixItems properties propertyNames readOnly required then title type \
    unevaluatedItems unevaluatedProperties uniqueItems writeOnly";

impl Builder<'_> {
    /// Resolve every reference. What leads out of the document, nowhere, or into data, describes nothing.
    pub(super) fn resolve_all(&mut self) {
        while let Some((id, reference)) = self.unresolved.pop() {
            let target = self.resolve(id, reference);
            self.nodes[id].reference = Some(Reference { target });
            // A target below an unknown keyword is read only now, and may hold references itself.
            self.read_all();
        }
    }

    fn resolve(&mut self, id: NodeId, reference: &str) -> Option<NodeId> {
        if self.is_rebased(id) {
            return None;
        }
        let fragment = pointer::local_fragment(reference)?;
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.by_anchor.get(&*fragment).copied();
        }
        if let Some(&known) = self.by_pointer.get(&*fragment) {
            return Some(known);
        }
        // Below a keyword that no one evaluates, e.g. `#/components/schemas/Pet`.
        let value = self
            .document
            .pointer(&fragment)
            .filter(|value| value.is_object() || value.is_boolean())?;
        let mut holder = Graph::ROOT;
        let mut at = String::new();
        let mut below = None;
        for token in pointer::tokens(&fragment) {
            pointer::push_token(&mut at, &token);
            below.get_or_insert(token);
            if let Some(&known) = self.by_pointer.get(&at) {
                holder = known;
                below = None;
            }
        }
        if below.is_none_or(|keyword| KNOWN.split(' ').any(|known| known == keyword)) {
            return None;
        }
        Some(self.intern(fragment.into_owned(), Some(holder), true, value))
    }

    fn is_rebased(&self, id: NodeId) -> bool {
        let mut at = Some(id);
        while let Some(node) = at.filter(|_| !self.rebased.is_empty()) {
            if self.rebased.contains(&node) {
                return true;
            }
            at = self.nodes[node].parent;
        }
        false
    }
}
