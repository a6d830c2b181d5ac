//! What clients see of the server itself (MNT-1).

use serde_json::{Map, Value};
use wymcp_bound::{json, limits};
use wymcp_callbacksurface::Offence;

use crate::wire::SERVER_INFO;

/// As the author wrote it; texts are sent unchanged (TXT-1).
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) website: Option<String>,
    pub(super) icons: Option<Value>,
    pub(super) instructions: Option<String>,
}

/// Checked, and serialised once.
#[derive(Debug)]
pub(crate) struct Info {
    /// The `Implementation` object.
    pub(crate) server_info: String,
    pub(crate) instructions: Option<String>,
    /// The member `"_meta":{…}` of every modern result (G3).
    meta: String,
}

#[cfg(feature = "testkit")]
impl Info {
    /// The server's name.
    pub(crate) fn name(&self) -> String {
        let read: Value = serde_json::from_str(&self.server_info).unwrap_or_default();
        read["name"].as_str().unwrap_or_default().to_owned()
    }
}

impl Draft {
    pub(super) fn check(&self, offences: &mut Vec<Offence>) {
        let mut blank = |text: &str, code, pointer: &'static str, why: &'static str| {
            if text.trim().is_empty() {
                offences.push(
                    Offence::new(code, why)
                        .at(pointer)
                        .wants("a string that is not blank")
                        .mended_by("name it in `Mount::builder`"),
                );
            }
        };
        blank(
            &self.name,
            "missing_server_name",
            "/name",
            "clients show a server by its name, and this one is blank",
        );
        blank(
            &self.version,
            "missing_server_version",
            "/version",
            "clients tell releases of a server apart by its version, and this one is blank",
        );
        if let Some(website) = self.website.as_deref().filter(|website| !is_web_address(website)) {
            offences.push(
                Offence::new(
                    "invalid_website",
                    format!("`{}` is no web address", wymcp_bound::echo(website)),
                )
                .at("/website")
                .wants("an absolute http or https URI")
                .mended_by("write it in full, for instance `https://example.com/`"),
            );
        }
        if let Some(icons) = &self.icons {
            if json::depth_exceeds(icons, limits::SCHEMA_NESTING) {
                let why = format!("they nest deeper than {} levels", limits::SCHEMA_NESTING);
                offences.push(
                    Offence::new("invalid_icons", why)
                        .at("/icons")
                        .mended_by("flatten them"),
                );
                return;
            }
            let found = wymcp_callbacksurface::icon_offences(icons);
            offences.extend(found.into_iter().map(|offence| {
                let pointer = format!("/icons{}", offence.pointer());
                offence.at(pointer)
            }));
        }
    }

    pub(super) fn into_info(self) -> Info {
        let mut members = Map::new();
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                members.insert(key.to_owned(), value);
            }
        };
        put("name", Some(self.name.into()));
        put("version", Some(self.version.into()));
        put("title", self.title.map(Value::String));
        put("description", self.description.map(Value::String));
        put("websiteUrl", self.website.map(Value::String));
        put("icons", self.icons);
        let mut server_info = String::new();
        json::write_object(&mut server_info, &members);
        Info {
            meta: format!("\"_meta\":{{\"{SERVER_INFO}\":{server_info}}}"),
            server_info,
            instructions: self.instructions,
        }
    }
}

impl Info {
    /// Append `"_meta":{…}` with one member more, whose key comes behind the server's.
    pub(crate) fn write_meta_with(&self, out: &mut String, write: impl FnOnce(&mut String)) {
        out.push_str(self.meta.strip_suffix('}').unwrap_or_default());
        out.push(',');
        write(out);
        out.push('}');
    }

    /// Append `"_meta":{…}`.
    pub(crate) fn write_meta(&self, out: &mut String) {
        out.push_str(&self.meta);
    }

    /// Append the one member that this `_meta` has.
    pub(crate) fn write_identity(&self, out: &mut String) {
        json::write_str(out, SERVER_INFO);
        out.push(':');
        out.push_str(&self.server_info);
    }
}

fn is_web_address(text: &str) -> bool {
    text.parse::<http::Uri>()
        .is_ok_and(|uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.authority().is_some())
}
