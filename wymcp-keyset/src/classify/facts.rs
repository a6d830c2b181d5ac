//! Two facts about every schema, as fixpoints over the graph: which JSON types it admits, and whether it bears keys at all.

use crate::graph::{Graph, NodeId, Types, Word};

/// What is known of each schema before anyone is chosen to own a place.
#[derive(Debug)]
pub(crate) struct Facts {
    types: Vec<Types>,
    bears: Vec<bool>,
}

impl Facts {
    pub(crate) fn new(graph: &Graph) -> Self {
        let mut facts = Self {
            types: graph.nodes.iter().map(|node| node.types).collect(),
            bears: vec![false; graph.len()],
        };
        let dependents = dependents(graph);
        facts.settle(graph, &dependents, |facts, id| {
            let types = facts.admitted(graph, id);
            std::mem::replace(&mut facts.types[id], types) != types
        });
        facts.settle(graph, &dependents, |facts, id| {
            let bears = facts.bearing(graph, id);
            std::mem::replace(&mut facts.bears[id], bears) != bears
        });
        facts
    }

    /// Whether data of these types can pass a schema at all, as far as `type`, `const` and `enum` tell.
    pub(crate) fn types(&self, id: NodeId) -> Types {
        self.types[id]
    }

    /// Whether it declares keys, at its place or anywhere below.
    pub(crate) fn bears(&self, id: NodeId) -> bool {
        self.bears[id]
    }

    /// Recompute until nothing changes: only what depends on a change is looked at again.
    fn settle(
        &mut self,
        graph: &Graph,
        dependents: &[Vec<NodeId>],
        mut changed: impl FnMut(&mut Self, NodeId) -> bool,
    ) {
        let mut todo: Vec<NodeId> = graph.ids().collect();
        let mut waits = vec![true; graph.len()];
        while let Some(id) = todo.pop() {
            waits[id] = false;
            if changed(self, id) {
                for &dependent in &dependents[id] {
                    if !std::mem::replace(&mut waits[dependent], true) {
                        todo.push(dependent);
                    }
                }
            }
        }
    }

    fn admitted(&self, graph: &Graph, id: NodeId) -> Types {
        let node = &graph[id];
        let all = node
            .target()
            .into_iter()
            .chain(node.all_of.iter().copied())
            .fold(node.types, |types, part| types.and(self.types[part]));
        let any = |branches: &[NodeId]| match branches {
            [] => Types::ALL,
            branches => branches
                .iter()
                .fold(Types::NONE, |types, &branch| types.or(self.types[branch])),
        };
        all.and(any(&node.any_of)).and(any(&node.one_of))
    }

    fn bearing(&self, graph: &Graph, id: NodeId) -> bool {
        let node = &graph[id];
        let shut = [node.additional, node.extra_word()].contains(&Some(Word::Shut));
        let word = [node.additional, node.unevaluated]
            .into_iter()
            .any(|word| matches!(word, Some(Word::Schema(schema)) if self.bears[schema]));
        node.properties.is_some()
            || node.patterns.is_some()
            || shut
            || word
            || node
                .children()
                .chain(node.unevaluated_items)
                .chain(node.beside())
                .any(|part| self.bears[part])
    }
}

/// Who looks at whom.
fn dependents(graph: &Graph) -> Vec<Vec<NodeId>> {
    let mut dependents = vec![Vec::new(); graph.len()];
    for id in graph.ids() {
        let node = &graph[id];
        for part in node.children().chain(node.unwalked()).chain(node.beside()) {
            dependents[part].push(id);
        }
    }
    dependents
}
