//! Guesses at objects.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Effort, Maker, is_too_large, pattern, reading};
use crate::fit::{Fit, Reading};
use crate::graph::{NodeId, Rule};

/// Keys that are made up where more are wanted than are declared.
const MADE_UP: usize = 64;
/// Values among which a member is chosen with more effort.
const CHOICE: usize = 3;

impl Maker<'_> {
    /// The object of the keys that are demanded; with more effort one more key, or another value of one.
    pub(super) fn objects(&mut self, together: &[NodeId], depth: usize, effort: Effort) -> Vec<Value> {
        let (together, demanded) = self.demanded(together, BTreeSet::new());
        match effort {
            Effort::Plain => self.object(&together, &demanded, depth, 0).into_iter().collect(),
            Effort::More => {
                let mut objects: Vec<Value> = (1..CHOICE)
                    .filter_map(|choice| self.object(&together, &demanded, depth, choice))
                    .collect();
                for key in self.further_keys(&together) {
                    if !demanded.contains(&key) {
                        let mut keys = demanded.clone();
                        keys.insert(key);
                        let (together, keys) = self.demanded(&together, keys);
                        objects.extend(self.object(&together, &keys, depth, 0));
                    }
                }
                objects
            }
        }
    }

    /// The keys that must be there, those that they bring along, and as many as `minProperties` wants; with what applies then.
    fn demanded(&self, together: &[NodeId], mut keys: BTreeSet<String>) -> (Vec<NodeId>, BTreeSet<String>) {
        let mut together = together.to_vec();
        loop {
            let before = (together.len(), keys.len());
            let mut least = 0;
            for rule in self.rules(&together) {
                match rule {
                    Rule::Required(names) => keys.extend(names.iter().map(|name| name.to_string())),
                    Rule::DependentRequired(all) => {
                        for (key, names) in all {
                            if keys.contains(&**key) {
                                keys.extend(names.iter().map(|name| name.to_string()));
                            }
                        }
                    }
                    Rule::DependentSchemas(all) => {
                        for (_, node) in all.iter().filter(|(key, _)| keys.contains(&**key)) {
                            for node in reading::first(self.graph, *node) {
                                if !together.contains(&node) {
                                    together.push(node);
                                }
                            }
                        }
                    }
                    Rule::Size(here, _) => least = least.max(*here),
                    _ => {}
                }
            }
            if (keys.len() as u64) < least
                && let Some(key) = self.further_keys(&together).into_iter().find(|key| !keys.contains(key))
            {
                keys.insert(key);
            }
            if before == (together.len(), keys.len()) {
                return (together, keys);
            }
        }
    }

    /// Keys that may be there: the declared ones, those of patterns, made up ones.
    fn further_keys(&self, together: &[NodeId]) -> Vec<String> {
        let mut declared: Vec<String> = Vec::new();
        let mut others: Vec<String> = Vec::new();
        for rule in self.rules(together) {
            if let Rule::Properties(properties) = rule {
                let possible = properties.named.iter().filter(|(_, node)| !self.graph.is_never(*node));
                declared.extend(possible.map(|(name, _)| name.to_string()));
                for (leaf, _) in &properties.patterns {
                    others.extend(pattern::matching(leaf.text(), 0, CHOICE));
                }
            }
        }
        declared.extend(others);
        let letters = (b'a'..=b'z').map(|letter| char::from(letter).to_string());
        declared.extend(letters.chain((0..MADE_UP).map(|index| format!("key{index}"))));
        // A key that some rule at this place refuses by its name alone is no choice.
        declared.retain(|key| self.admits_key(together, key));
        declared
    }

    fn admits_key(&self, together: &[NodeId], key: &str) -> bool {
        let mut fit = Fit::new(self.graph, Reading::WithinRange);
        self.rules(together).into_iter().all(|rule| match rule {
            Rule::Properties(properties) => !properties.closed || !fit.nodes_of_key(properties, key).is_empty(),
            Rule::PropertyNames(names) => fit.node(*names, &Value::from(key)),
            _ => true,
        })
    }

    fn object(&mut self, together: &[NodeId], keys: &BTreeSet<String>, depth: usize, choice: usize) -> Option<Value> {
        if keys.is_empty() {
            return Some(Value::Object(Map::new()));
        }
        let depth = self.below(depth)?;
        let mut members = Map::new();
        for key in keys {
            let nodes = self.nodes_of_member(together, key);
            let values = self.values(&nodes, depth, choice + 1);
            // Fewer values than wanted: the last one is as far as it goes.
            let value = values.into_iter().next_back()?;
            members.insert(key.clone(), value);
        }
        let object = Value::Object(members);
        (!is_too_large(&object)).then_some(object)
    }

    /// What describes the value under a key.
    fn nodes_of_member(&self, together: &[NodeId], key: &str) -> Vec<NodeId> {
        let mut fit = Fit::new(self.graph, Reading::WithinRange);
        let mut nodes: Vec<NodeId> = Vec::new();
        for rule in self.rules(together) {
            if let Rule::Properties(properties) = rule {
                nodes.extend(fit.nodes_of_key(properties, key));
            }
        }
        if nodes.is_empty() {
            nodes.extend(self.rules(together).into_iter().filter_map(|rule| match rule {
                Rule::UnevaluatedProperties(node) => Some(*node),
                _ => None,
            }));
        }
        nodes
    }
}
