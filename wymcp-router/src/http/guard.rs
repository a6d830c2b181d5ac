//! `Host` and `Origin`, against pages that rebind a name or call across sites (B4 to B9).

use std::net::SocketAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use wymcp_callbacksurface::Offence;

use crate::wire::Rejection;

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// As the operator wrote it.
#[derive(Debug, Default)]
pub(crate) struct GuardOptions {
    pub(crate) hosts: Vec<String>,
    pub(crate) any_host: bool,
    pub(crate) origins: Vec<String>,
    pub(crate) any_origin: bool,
}

/// Checked.
#[derive(Debug, Default)]
pub(crate) struct Guard {
    hosts: Vec<Place>,
    any_host: bool,
    origins: Vec<Origin>,
    any_origin: bool,
}

/// A host, and a port where one is written.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    host: String,
    port: Option<u16>,
}

/// An origin's scheme, host and port (B9).
#[derive(Debug, Clone, PartialEq, Eq)]
struct Origin {
    scheme: String,
    host: String,
    port: Option<u16>,
}

impl GuardOptions {
    pub(crate) fn check(self, offences: &mut Vec<Offence>) -> Guard {
        let mut hosts = Vec::new();
        for (index, text) in self.hosts.iter().enumerate() {
            match Place::parse(text) {
                Some(place) => hosts.push(place),
                None => offences.push(
                    offence("invalid_host", text)
                        .at(format!("/allow_host/{index}"))
                        .wants("a host name or address, and perhaps a port")
                        .mended_by("write it like `mcp.example.com`"),
                ),
            }
        }
        let mut origins = Vec::new();
        for (index, text) in self.origins.iter().enumerate() {
            match Origin::parse(text) {
                Some(origin) => origins.push(origin),
                None => offences.push(
                    offence("invalid_origin", text)
                        .at(format!("/allow_origin/{index}"))
                        .wants("a scheme, a host and perhaps a port")
                        .mended_by("write it like `https://app.example.com`"),
                ),
            }
        }
        Guard {
            hosts,
            any_host: self.any_host,
            origins,
            any_origin: self.any_origin,
        }
    }
}

fn offence(code: &'static str, text: &str) -> Offence {
    Offence::new(
        code,
        format!(
            "`{}` cannot be compared with what a client sends",
            wymcp_bound::echo(text)
        ),
    )
}

impl Guard {
    /// Whether any name but the loopback's is allowed.
    pub(crate) fn is_configured(&self) -> bool {
        self.any_host || !self.hosts.is_empty()
    }

    /// Row 1. `own` is the address that this server listens on itself, where it does.
    pub(crate) fn check(&self, parts: &Parts, own: Option<SocketAddr>) -> Result<(), Rejection> {
        let host = match host(parts) {
            Ok(host) => host,
            Err(()) if self.any_host => None,
            Err(()) => return Err(forbidden("`Host` cannot be read")),
        };
        if let Some(host) = &host
            && !(self.any_host || self.allows_host(host, own))
        {
            return Err(forbidden(
                "this `Host` is not served here; its operator can allow it (`allow_host`)",
            ));
        }
        if !self.any_origin && !self.allows_origins(parts, host.as_ref()) {
            return Err(forbidden(
                "pages of this `Origin` may not call; the operator can allow it (`allow_origin`)",
            ));
        }
        Ok(())
    }

    fn allows_host(&self, host: &Place, own: Option<SocketAddr>) -> bool {
        host.is_loopback()
            || self
                .hosts
                .iter()
                .any(|allowed| allowed.host == host.host && (allowed.port.is_none() || allowed.port == host.port))
            || own.is_some_and(|own| Place::parse(&own.to_string()).is_some_and(|own| own == *host))
    }

    /// Absent: no browser, nothing to hold against it (B5). Given: the page's own server, or one that is allowed.
    fn allows_origins(&self, parts: &Parts, host: Option<&Place>) -> bool {
        parts.headers.get_all(ORIGIN).iter().all(|origin| {
            let Some(origin) = origin.to_str().ok().and_then(|text| Origin::parse(text.trim())) else {
                return false;
            };
            self.origins.contains(&origin)
                || match host {
                    None => is_loopback(&origin.host),
                    Some(host) if host.is_loopback() => is_loopback(&origin.host),
                    Some(host) => host.host == origin.host && host.port.or(default_port(&origin.scheme)) == origin.port,
                }
        })
    }
}

/// What the request says it was sent to; nothing where it says nothing, as in a test without a socket.
///
/// A request line in absolute form names the host as well, and counts before the header (RFC 9112, 3.2.2): where both speak, they
/// must say the same, or one of two hosts would pass unlooked at.
fn host(parts: &Parts) -> Result<Option<Place>, ()> {
    let headers = parts.headers.get_all(HOST).iter();
    let headers = headers.map(|host| host.to_str().ok().and_then(|text| Place::parse(text.trim())));
    let line = parts.uri.authority().map(|authority| Place::parse(authority.as_str()));
    let mut named = line.into_iter().chain(headers);
    match named.next() {
        None => Ok(None),
        Some(Some(first)) if named.all(|other| other.as_ref() == Some(&first)) => Ok(Some(first)),
        Some(_) => Err(()),
    }
}

impl Place {
    fn parse(text: &str) -> Option<Self> {
        let authority: Authority = text.parse().ok()?;
        // Nothing stands for other names here: `*` would match nothing that a client sends.
        let host = Some(authority.host()).filter(|host| !host.contains('*'))?;
        // What is left over must be a port: a user before the host, or a port that is no number, makes it no place.
        let port = match text.strip_prefix(host)?.strip_prefix(':') {
            Some(port) => Some(port.parse().ok()?),
            None if text.len() == host.len() => None,
            None => return None,
        };
        (!host.is_empty()).then(|| Self {
            host: host.to_ascii_lowercase(),
            port,
        })
    }

    fn is_loopback(&self) -> bool {
        is_loopback(&self.host)
    }
}

impl Origin {
    /// `null` and whatever has a path are none.
    fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        let place = Place::parse(rest).filter(|_| !scheme.is_empty())?;
        Some(Self {
            port: place.port.or(default_port(&scheme)),
            host: place.host,
            scheme,
        })
    }
}

fn is_loopback(host: &str) -> bool {
    LOOPBACK.contains(&host)
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

fn forbidden(message: &'static str) -> Rejection {
    Rejection {
        status: axum::http::StatusCode::FORBIDDEN,
        ..Rejection::invalid(message)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn check(guard: &Guard, host: Option<&str>, origin: Option<&str>) -> bool {
        let mut request = Request::post("/mcp");
        for (name, value) in [("host", host), ("origin", origin)] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        guard.check(&request.body(()).unwrap().into_parts().0, None).is_ok()
    }

    #[test]
    fn b_6_loopback_names_are_served_with_any_port_and_nothing_else() {
        let guard = Guard::default();
        for host in ["localhost", "LOCALHOST:1", "127.0.0.1:8787", "[::1]:65535", "[::1]"] {
            assert!(check(&guard, Some(host), None), "{host}");
        }
        for host in [
            "evil.example.com",
            "localhost.evil.example",
            "127.0.0.2",
            "a@localhost",
            "localhost:x",
            "localhost:",
            "localhost:99999",
            "",
        ] {
            assert!(!check(&guard, Some(host), None), "{host}");
        }
        assert!(check(&guard, None, None));
    }

    /// It would match nothing that a client sends, and its operator would take it for all names.
    #[test]
    fn b_6_no_name_stands_for_others() {
        for host in ["*", "*.example.com", "*:8787"] {
            let options = GuardOptions {
                hosts: vec![host.to_owned()],
                ..GuardOptions::default()
            };
            let mut offences = Vec::new();
            options.check(&mut offences);
            let codes: Vec<_> = offences.iter().map(Offence::code).collect();
            assert_eq!(codes, ["invalid_host"], "{host}");
        }
    }

    #[test]
    fn b_6_the_host_of_an_absolute_request_line_counts_too() {
        let check = |uri: &str, host: &str| {
            let request = Request::post(uri).header("host", host).body(()).unwrap();
            Guard::default().check(&request.into_parts().0, None).is_ok()
        };
        assert!(check("http://localhost:8787/mcp", "localhost:8787"));
        assert!(!check("http://evil.example.com/mcp", "localhost:8787"));
        assert!(!check("http://localhost:8787/mcp", "evil.example.com"));
    }

    #[test]
    fn b_4_b_5_a_foreign_origin_is_refused_and_none_is_not() {
        let guard = Guard::default();
        for origin in [
            "http://localhost:8787",
            "http://127.0.0.1:3000",
            "http://[::1]",
            "HTTP://LocalHost:1",
        ] {
            assert!(check(&guard, Some("localhost:8787"), Some(origin)), "{origin}");
        }
        for origin in [
            "null",
            "http://evil.example.com",
            "https://evil.example",
            "localhost:8787",
            "http://localhost/",
            "http://",
            "é",
        ] {
            assert!(!check(&guard, Some("localhost:8787"), Some(origin)), "{origin}");
        }
    }

    #[test]
    fn b_9_what_an_operator_allows_is_compared_by_parts() {
        let options = GuardOptions {
            hosts: vec!["MCP.example.com".into(), "other.example:8443".into()],
            origins: vec!["https://app.example:443".into()],
            ..GuardOptions::default()
        };
        let guard = options.check(&mut Vec::new());
        assert!(check(&guard, Some("mcp.example.com"), Some("https://mcp.example.com")));
        assert!(check(&guard, Some("mcp.example.com:9"), Some("https://APP.example")));
        assert!(check(
            &guard,
            Some("other.example:8443"),
            Some("https://other.example:8443")
        ));
        assert!(!check(&guard, Some("other.example"), None), "another port");
        assert!(
            !check(&guard, Some("mcp.example.com"), Some("http://mcp.example.com:81")),
            "another port of the same host"
        );
        assert!(
            !check(&guard, Some("mcp.example.com"), Some("http://localhost")),
            "a local page and a public server"
        );
    }

    #[test]
    fn b_9_an_option_that_cannot_be_compared_is_an_offence() {
        let mut offences = Vec::new();
        let options = GuardOptions {
            hosts: vec!["http://x".into()],
            origins: vec!["x".into()],
            ..GuardOptions::default()
        };
        options.check(&mut offences);
        assert_eq!(offences.len(), 2);
    }

    #[test]
    fn b_6_the_checks_can_be_switched_off() {
        let guard = GuardOptions {
            any_host: true,
            any_origin: true,
            ..GuardOptions::default()
        }
        .check(&mut Vec::new());
        assert!(check(&guard, Some("evil.example"), Some("null")) && check(&guard, Some("@"), None));
    }
}
