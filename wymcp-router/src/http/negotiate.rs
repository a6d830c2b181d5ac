//! `Content-Type` and `Accept` (C12; rows 3 and 4 of the ladder).

use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};

use crate::wire::Rejection;

/// The form that an answer takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// JSON, whatever the call says before its answer: the client admits nothing else.
    Json,
    /// Events: the client admits nothing else.
    EventStream,
    /// JSON where the answer is all there is to say, events where something is said before (F1).
    Either,
}

/// Row 3: parameters do not matter.
pub(crate) fn content_type(headers: &HeaderMap) -> Result<(), Rejection> {
    let mut types = headers
        .get_all(CONTENT_TYPE)
        .iter()
        .map(|value| value.to_str().unwrap_or_default());
    match types.next() {
        Some(first) if essence(first).eq_ignore_ascii_case("application/json") && types.all(|other| other == first) => {
            Ok(())
        }
        _ => Err(Rejection {
            status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ..Rejection::invalid("`Content-Type` must be application/json")
        }),
    }
}

/// As nearly every client of the protocol writes it (C12): no list has to be read then.
const USUAL: [&str; 2] = [
    "application/json, text/event-stream",
    "text/event-stream, application/json",
];

/// Row 4: a list of media ranges, in any order; the most specific range that matches a type decides on it.
pub(crate) fn accept(headers: &HeaderMap) -> Result<Form, Rejection> {
    if headers
        .get_all(ACCEPT)
        .iter()
        .all(|value| USUAL.iter().any(|usual| value == usual))
    {
        return Ok(Form::Either);
    }
    let ranges = headers
        .get_all(ACCEPT)
        .iter()
        .flat_map(|value| value.to_str().unwrap_or_default().split(','))
        .filter(|range| !range.trim().is_empty())
        .map(range_of);
    let (mut json, mut events, mut all) = (Best::default(), Best::default(), true);
    for range in ranges {
        all = false;
        json.weigh(&range, "application", "json");
        events.weigh(&range, "text", "event-stream");
    }
    match (all || json.is_wanted, all || events.is_wanted) {
        (true, true) => Ok(Form::Either),
        (true, false) => Ok(Form::Json),
        (false, true) => Ok(Form::EventStream),
        (false, false) => Err(not_acceptable(
            "`Accept` must admit application/json or text/event-stream",
        )),
    }
}

pub(super) fn not_acceptable(message: &'static str) -> Rejection {
    Rejection {
        status: StatusCode::NOT_ACCEPTABLE,
        ..Rejection::invalid(message)
    }
}

/// What the most specific range that matches a type says of it; of equals, the last.
#[derive(Default)]
struct Best {
    precision: u8,
    is_wanted: bool,
}

impl Best {
    fn weigh(&mut self, range: &Range<'_>, kind: &str, subtype: &str) {
        if range.matches(kind, subtype) && range.precision() >= self.precision {
            self.precision = range.precision();
            self.is_wanted = range.wanted;
        }
    }
}

struct Range<'h> {
    kind: &'h str,
    subtype: &'h str,
    /// Not with a quality of zero.
    wanted: bool,
}

impl Range<'_> {
    fn matches(&self, kind: &str, subtype: &str) -> bool {
        match (self.kind, self.subtype) {
            ("*", "*") => true,
            (own, "*") => own.eq_ignore_ascii_case(kind),
            (own, own_subtype) => own.eq_ignore_ascii_case(kind) && own_subtype.eq_ignore_ascii_case(subtype),
        }
    }

    fn precision(&self) -> u8 {
        u8::from(self.kind != "*") + u8::from(self.subtype != "*")
    }
}

fn range_of(text: &str) -> Range<'_> {
    let (kind, subtype) = essence(text).split_once('/').unwrap_or_default();
    let quality = text.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then(|| value.trim())
    });
    Range {
        kind,
        subtype,
        wanted: quality.is_none_or(|quality| quality.parse::<f32>() != Ok(0.0)),
    }
}

fn essence(text: &str) -> &str {
    text.split(';').next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(values: &[&str]) -> Option<Form> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(ACCEPT, value.parse().unwrap());
        }
        accept(&headers).ok()
    }

    #[test]
    fn c_12_f_32_accept_is_a_list_of_ranges() {
        for either in [
            "application/json, text/event-stream",
            "text/event-stream,application/json",
            "*/*",
            "",
        ] {
            assert_eq!(accepted(&[either]), Some(Form::Either), "{either}");
        }
        assert_eq!(accepted(&[]), Some(Form::Either));
        for json in ["application/*;q=0.1", "APPLICATION/JSON;v=1", "*/*, text/*;q=0"] {
            assert_eq!(accepted(&[json]), Some(Form::Json), "{json}");
        }
        assert_eq!(accepted(&["text/html", "application/json"]), Some(Form::Json));
        for stream in [
            "text/event-stream",
            "text/*",
            "*/*, application/json;q=0",
            "application/*; q=0.0, */*;q=1",
        ] {
            assert_eq!(accepted(&[stream]), Some(Form::EventStream), "{stream}");
        }
        for none in [
            "text/html",
            "application/xml, image/*",
            "*/*;q=0",
            "application",
            "json",
        ] {
            assert_eq!(accepted(&[none]), None, "{none}");
        }
    }

    #[test]
    fn c_12_content_type_is_compared_without_its_parameters() {
        let check = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CONTENT_TYPE, value.parse().unwrap());
            }
            content_type(&headers).is_ok()
        };
        assert!(check(&["application/json"]) && check(&["Application/JSON ; charset=utf-8"]));
        assert!(
            !check(&[])
                && !check(&["text/plain"])
                && !check(&["application/jsonx"])
                && !check(&["application/json", "text/plain"])
        );
    }
}
