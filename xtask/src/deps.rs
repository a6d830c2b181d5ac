//! `cargo xtask deps`: the import picture of `docs/architecture.md`, judged from `cargo metadata`.

mod graph;
#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::shell::{Outcome, cargo, output};
use graph::{Graph, Kind};

/// The picture, top to bottom: each crate and those right below it. A crate may import whatever lies below it.
const PICTURE: [(&str, &[&str]); 10] = [
    ("xtask", &[]),
    ("wymcp-conformance", &["wymcp-router"]),
    (
        "wymcp-router",
        &["wymcp-help", "wymcp-literal", "wymcp-callbacksurface"],
    ),
    ("wymcp-help", &["wymcp-callbacksurface"]),
    ("wymcp-literal", &["wymcp-callbacksurface"]),
    ("wymcp-callbacksurface", &["wymcp-actions", "wymcp-valuegate"]),
    ("wymcp-actions", &["wymcp-keyset"]),
    ("wymcp-valuegate", &["wymcp-bound"]),
    ("wymcp-keyset", &["wymcp-bound"]),
    ("wymcp-bound", &[]),
];

/// The suite stands outside the product: it may name any library, as a referee or a measuring stick.
const OUTSIDE: &str = "wymcp-conformance";

/// A library that one crate alone may know.
struct Secret {
    /// The library; one that ends in `*` is a prefix.
    library: &'static str,
    /// The crates that may name it.
    keepers: &'static [&'static str],
    /// Whether the others may not even reach it by way of some other library.
    reached: bool,
}

const SECRETS: [Secret; 7] = [
    Secret {
        library: "jsonschema",
        keepers: &["wymcp-valuegate"],
        reached: false,
    },
    Secret {
        library: "axum*",
        keepers: &["wymcp-router"],
        reached: true,
    },
    Secret {
        library: "hyper*",
        keepers: &["wymcp-router"],
        reached: true,
    },
    Secret {
        library: "tokio*",
        keepers: &["wymcp-router"],
        reached: true,
    },
    Secret {
        library: "mio",
        keepers: &["wymcp-router"],
        reached: true,
    },
    Secret {
        library: "reqwest",
        keepers: &[],
        reached: true,
    },
    // Its `Extensions` is the one type of a server's world below the router.
    Secret {
        library: "http",
        keepers: &["wymcp-router", "wymcp-callbacksurface"],
        reached: false,
    },
];

/// Crates whose libraries are a closed list, because they are promised to be reusable alone (KEY-8).
const CLOSED: [(&str, &[&str]); 2] = [("wymcp-keyset", &["serde_json"]), ("wymcp-bound", &["serde_json"])];

/// Features that would change what a number is, in what order keys come, or how deep text may nest (VAL-5, LST-2, SIZ).
const FORBIDDEN_FEATURES: [&str; 3] = ["arbitrary_precision", "preserve_order", "unbounded_depth"];

/// Fails on an edge that the picture forbids, and names all of them.
pub(crate) fn run(_: &[String]) -> Outcome {
    let text = output(&mut cargo(["metadata", "--format-version", "1", "--all-features"]))?;
    let metadata: Value = serde_json::from_str(&text)?;
    let graph = Graph::read(&metadata)?;
    let found = offences(&graph);
    if found.is_empty() {
        println!("{} edges of {} crates are as drawn", graph.own_edges(), PICTURE.len());
        return Ok(());
    }
    Err(format!("the picture forbids:\n  {}", found.join("\n  ")).into())
}

/// Everything that the picture forbids, in a stable order.
fn offences(graph: &Graph) -> Vec<String> {
    let mut found = Vec::new();
    let drawn: Vec<&str> = PICTURE.iter().map(|(name, _)| *name).collect();
    for own in graph.members() {
        if !drawn.contains(&own) {
            found.push(format!("{own} does not stand in the picture (xtask/src/deps.rs)"));
            continue;
        }
        own_edges(graph, own, &mut found);
        secrets(graph, own, &mut found);
        closed(graph, own, &mut found);
    }
    for feature in graph.features("serde_json") {
        if FORBIDDEN_FEATURES.contains(&feature.as_str()) {
            found.push(format!("serde_json is built with {feature}"));
        }
    }
    found
}

/// Edges between crates of ours: down only. A dev-dependency may also go sideways, never up, and never to or from `xtask`.
fn own_edges(graph: &Graph, own: &str, found: &mut Vec<String>) {
    for (to, kind) in graph.edges(own) {
        if !graph.is_member(to) {
            continue;
        }
        let sideways = kind == Kind::Dev && own != "xtask" && !below(to, own) && to != "xtask" && to != OUTSIDE;
        if !below(own, to) && !sideways {
            found.push(format!("{own} → {to} ({kind}): not below it"));
        }
    }
}

/// Libraries that only their keeper may know. Dev-dependencies are free: a test may use what the crate may not.
fn secrets(graph: &Graph, own: &str, found: &mut Vec<String>) {
    if own == OUTSIDE {
        return;
    }
    for secret in &SECRETS {
        // What lies above a keeper reaches the secret through it.
        if secret.keepers.contains(&own) {
            continue;
        }
        for (to, kind) in graph.edges(own) {
            if kind != Kind::Dev && secret.is(to) {
                found.push(format!(
                    "{own} → {to} ({kind}): only {} may",
                    secret.keepers.join(" and ")
                ));
            }
        }
        let above = secret.keepers.iter().any(|keeper| below(own, keeper));
        if secret.reached && !above {
            for path in graph.paths_to(own, |library| secret.is(library)) {
                if path.len() > 2 {
                    found.push(format!("{}: {own} may not even reach it", path.join(" → ")));
                }
            }
        }
    }
}

/// Libraries of a crate that promises to need few.
fn closed(graph: &Graph, own: &str, found: &mut Vec<String>) {
    for (_, allowed) in CLOSED.iter().filter(|(name, _)| *name == own) {
        for (to, kind) in graph.edges(own) {
            if kind != Kind::Dev && !graph.is_member(to) && !allowed.contains(&to) {
                found.push(format!(
                    "{own} → {to} ({kind}): it promises {} alone",
                    allowed.join(" and ")
                ));
            }
        }
    }
}

/// Whether `lower` lies somewhere below `upper` in the picture.
fn below(upper: &str, lower: &str) -> bool {
    PICTURE
        .iter()
        .filter(|(name, _)| *name == upper)
        .flat_map(|(_, next)| next.iter())
        .any(|next| *next == lower || below(next, lower))
}

impl Secret {
    fn is(&self, library: &str) -> bool {
        match self.library.strip_suffix('*') {
            Some(prefix) => library == prefix || library.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('-')),
            None => library == self.library,
        }
    }
}
