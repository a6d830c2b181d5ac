//! Tools from a file: `tools.json` says what they are, this program what runs them. Speaks on standard input and output.
//!
//! The same file stands beside it as TOML and as YAML, and the tests show that all three are the same server.
//!
//! ```text
//! cargo run --example manifest
//! ```

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::json;
use wymcp_router::{Failure, Manifest, Mount, MountBuilder, Reply};

/// A book, as the manifest lets it through: what the schema demands the type need not doubt.
#[derive(Debug, Clone, Deserialize)]
struct Book {
    title: String,
    authors: Vec<String>,
}

/// What a search looks at.
#[derive(Deserialize)]
struct Find {
    title: Option<String>,
    author: Option<String>,
    limit: usize,
}

type Shelf = Arc<Mutex<Vec<Book>>>;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let manifest = Manifest::parse(include_str!("tools.json")).in_file("tools.json");
    let mount = server(manifest).build()?;
    Ok(mount.serve_stdio().await?)
}

/// The server, whatever its tools were read from.
fn server(manifest: Manifest) -> MountBuilder {
    let shelf = Shelf::default();
    let (adding, finding) = (Arc::clone(&shelf), shelf);
    let manifest = manifest
        .bind("shelf", "add", move |data, _| {
            let shelf = Arc::clone(&adding);
            async move { add(&shelf, data.decode()?) }
        })
        .bind("shelf", "find", move |data, _| {
            let shelf = Arc::clone(&finding);
            async move { find(&shelf, &data.decode()?) }
        })
        .bind_plain("ping", |_, _| async { Ok(Reply::new("pong")) });
    Mount::builder("library", "1.0.0").manifest(manifest)
}

fn add(shelf: &Mutex<Vec<Book>>, book: Book) -> Result<Reply, Failure> {
    let mut books = shelf.lock().unwrap_or_else(PoisonError::into_inner);
    books.push(book);
    Ok(Reply::new(json!({"books": books.len()})))
}

fn find(shelf: &Mutex<Vec<Book>>, wanted: &Find) -> Result<Reply, Failure> {
    let books = shelf.lock().unwrap_or_else(PoisonError::into_inner);
    let part = |text: &str, part: &Option<String>| {
        part.as_ref()
            .is_none_or(|part| text.to_lowercase().contains(&part.to_lowercase()))
    };
    let mut found: Vec<&str> = books
        .iter()
        .filter(|book| part(&book.title, &wanted.title) && part(&book.authors.join("\n"), &wanted.author))
        .map(|book| book.title.as_str())
        .collect();
    found.sort_unstable();
    found.truncate(wanted.limit);
    Ok(Reply::new(json!({ "found": found })))
}

#[cfg(test)]
mod tests {
    use wymcp_router::{Era, Offences};

    use super::*;

    /// The check without a server: one line in a test, and a mistake in the file is found before it is served.
    #[test]
    fn the_manifest_is_well_formed() -> Result<(), Offences> {
        Manifest::parse(include_str!("tools.json"))
            .in_file("tools.json")
            .validate()
    }

    #[tokio::test]
    async fn the_tools_of_the_file_are_served() -> Result<(), Box<dyn Error>> {
        let mount = server(Manifest::parse(include_str!("tools.json"))).build()?;
        let added = mount
            .call("shelf", json!({"action": "add", "data": {"title": "Emma"}}))
            .await?;
        assert_eq!(added.structured(), Some(&json!({"books": 1})));
        let found = mount
            .call("shelf", json!({"action": "find", "data": {"title": "em"}}))
            .await?;
        assert_eq!(found.structured(), Some(&json!({"found": ["Emma"]})));
        let refused = mount.call("shelf", json!({"action": "find"})).await?;
        assert_eq!(refused.json()["error"], "missing_required_group");
        assert_eq!(mount.call("ping", json!({})).await?.json(), "pong");
        Ok(())
    }

    #[tokio::test]
    async fn def_3_json_toml_and_yaml_are_one_server() -> Result<(), Box<dyn Error>> {
        let json = all_of(Manifest::parse(include_str!("tools.json"))).await?;
        assert_eq!(all_of(toml::from_str(include_str!("tools.toml"))?).await?, json);
        assert_eq!(all_of(serde_saphyr::from_str(include_str!("tools.yaml"))?).await?, json);
        Ok(())
    }

    /// Everything that a client may see of the tools.
    async fn all_of(manifest: Manifest) -> Result<Vec<String>, Box<dyn Error>> {
        let mount = server(manifest).build()?;
        let mut all = vec![mount.list(Era::Modern), mount.list(Era::Legacy)];
        for target in [
            json!({}),
            json!({"tool": "shelf"}),
            json!({"tool": "shelf", "action": "add"}),
            json!({"tool": "shelf", "action": "find"}),
            json!({"tool": "ping"}),
        ] {
            all.push(mount.call("help", target).await?.text().to_owned());
        }
        all.push(mount.call("shelf", json!({"action": "add"})).await?.text().to_owned());
        Ok(all)
    }
}
