//! The resolved dependency graph, as `cargo metadata` tells it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value;

use crate::shell::Outcome;

/// Why one package needs another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A plain dependency.
    Normal,
    /// A dependency of the build script.
    Build,
    /// A dependency of tests, examples and benches.
    Dev,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Normal => "dependency",
            Kind::Build => "build-dependency",
            Kind::Dev => "dev-dependency",
        })
    }
}

/// Packages and the edges between them. Two versions of one library are two packages of the same name.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    names: BTreeMap<String, String>,
    members: BTreeMap<String, String>,
    edges: BTreeMap<String, BTreeSet<(String, Kind)>>,
    features: BTreeMap<String, Vec<String>>,
}

impl Graph {
    /// Reads the output of `cargo metadata --format-version 1`.
    pub(crate) fn read(metadata: &Value) -> Outcome<Graph> {
        let mut graph = Graph::default();
        for package in list(metadata, "packages")? {
            graph.names.insert(text(package, "id")?, text(package, "name")?);
        }
        for id in list(metadata, "workspace_members")? {
            let id = id.as_str().unwrap_or_default();
            graph.members.insert(graph.name(id).to_owned(), id.to_owned());
        }
        for node in list(&metadata["resolve"], "nodes")? {
            let id = text(node, "id")?;
            let features = list(node, "features")?
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned);
            graph.features.insert(id.clone(), features.collect());
            for dep in list(node, "deps")? {
                let to = text(dep, "pkg")?;
                for kind in list(dep, "dep_kinds")? {
                    let kind = match kind["kind"].as_str() {
                        None => Kind::Normal,
                        Some("build") => Kind::Build,
                        Some("dev") => Kind::Dev,
                        Some(other) => return Err(format!("a dependency of kind {other:?}").into()),
                    };
                    graph.edges.entry(id.clone()).or_default().insert((to.clone(), kind));
                }
            }
        }
        Ok(graph)
    }

    /// Names of the workspace's own crates.
    pub(crate) fn members(&self) -> impl Iterator<Item = &str> {
        self.members.keys().map(String::as_str)
    }

    /// Whether the crate is one of the workspace's own.
    pub(crate) fn is_member(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    /// What an own crate names directly.
    pub(crate) fn edges(&self, member: &str) -> impl Iterator<Item = (&str, Kind)> {
        let edges = self.members.get(member).and_then(|id| self.edges.get(id));
        edges.into_iter().flatten().map(|(to, kind)| (self.name(to), *kind))
    }

    /// How many edges leave the workspace's own crates.
    pub(crate) fn own_edges(&self) -> usize {
        self.members().map(|member| self.edges(member).count()).sum()
    }

    /// Features with which any version of a library is built.
    pub(crate) fn features(&self, library: &str) -> BTreeSet<String> {
        let versions = self.features.iter().filter(|(id, _)| self.name(id) == library);
        versions.flat_map(|(_, features)| features.iter().cloned()).collect()
    }

    /// One path from an own crate to each library that `wanted` picks, dev-dependencies left out.
    pub(crate) fn paths_to(&self, member: &str, wanted: impl Fn(&str) -> bool) -> Vec<Vec<String>> {
        let mut paths = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open: Vec<Vec<&str>> = self
            .members
            .get(member)
            .map(|id| vec![id.as_str()])
            .into_iter()
            .collect();
        while let Some(path) = open.pop() {
            let Some(last) = path.last() else { continue };
            for (to, kind) in self.edges.get(*last).into_iter().flatten() {
                if *kind == Kind::Dev || !seen.insert(to.as_str()) {
                    continue;
                }
                let mut longer = path.clone();
                longer.push(to);
                if wanted(self.name(to)) {
                    paths.push(longer.iter().map(|id| self.name(id).to_owned()).collect());
                } else {
                    open.push(longer);
                }
            }
        }
        paths.sort();
        paths
    }

    fn name<'a>(&'a self, id: &'a str) -> &'a str {
        self.names.get(id).map_or(id, String::as_str)
    }
}

fn list<'a>(value: &'a Value, key: &str) -> Outcome<&'a Vec<Value>> {
    value[key]
        .as_array()
        .ok_or_else(|| format!("cargo metadata has no list {key:?}").into())
}

fn text(value: &Value, key: &str) -> Outcome<String> {
    let text = value[key]
        .as_str()
        .ok_or_else(|| format!("cargo metadata has no text {key:?}"))?;
    Ok(text.to_owned())
}
