//! Offences as errors of the compiler, each at the token that is wrong.

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use wymcp_bound::escape_invisible;
use wymcp_callbacksurface::Offence;

use crate::places::{Places, Spot};

/// Offences that are about a key, whatever stands under it. The others are about the value.
const OF_KEYS: [&str; 13] = [
    "composed_place_is_silent",
    "declared_twice",
    "default_for_required",
    "default_names_unknown_key",
    "header_in_action",
    "legacy_keyword",
    "narrowing_names_unknown_key",
    "object_is_silent",
    "undeclared_property",
    "unevaluated_in_cycle",
    "unknown_key",
    "unsupported_dialect",
    "unsupported_identifier",
];

/// One error: where, and in which words.
#[derive(Debug, Clone)]
pub(crate) struct Mistake {
    at: Spot,
    words: String,
}

impl Mistake {
    /// What is no JSON (ACT-13).
    pub(crate) fn syntax(at: impl Into<Spot>, why: impl Into<String>, mend: impl Into<String>) -> Self {
        Self {
            at: at.into(),
            words: words(&why.into(), "not_json", "", &mend.into()),
        }
    }

    /// A key that stands in an object already.
    pub(crate) fn declared_twice(key: &str, at: Span) -> Self {
        let why = format!("`{key}` stands twice in one object, and one of the two would be lost");
        Self {
            at: at.into(),
            words: words(
                &why,
                "declared_twice",
                "wanted each key once",
                "remove one of the two, or rename it",
            ),
        }
    }

    /// What registration would tell.
    pub(crate) fn offence(offence: &Offence, places: &Places) -> Self {
        let is_key = OF_KEYS.contains(&offence.code());
        let (at, is_there) = match places.find(offence.pointer()) {
            None => (Span::call_site().into(), false),
            Some((place, is_there)) => match place.key {
                Some(key) if is_key => (key.into(), is_there),
                _ => (place.value, is_there),
            },
        };
        // Of what is there the compiler shows the place and the value, so only the wrong type of one is worth a line.
        let place = match offence.found() {
            _ if !is_there => format!("wanted {} at {}", offence.wanted(), offence.pointer()),
            Some(_) if is_key => format!("wanted {}", offence.wanted()),
            Some(found) => format!("wanted {}, found {found}", offence.wanted()),
            None => String::new(),
        };
        Self {
            at,
            words: words(offence.why(), offence.code(), &place, offence.mend()),
        }
    }

    /// `::core::compile_error! { "…" }`, which the compiler shows from the first token of the spot to its last.
    pub(crate) fn into_tokens(self) -> TokenStream {
        let Spot { from, to } = self.at;
        let mut text = Literal::string(&self.words);
        text.set_span(to);
        let mut braces = Group::new(Delimiter::Brace, TokenTree::from(text).into());
        braces.set_span(to);
        let colon = |spacing| TokenTree::from(spanned(Punct::new(':', spacing), from));
        let word = |word| TokenTree::from(proc_macro2::Ident::new(word, from));
        TokenStream::from_iter([
            colon(Spacing::Joint),
            colon(Spacing::Alone),
            word("core"),
            colon(Spacing::Joint),
            colon(Spacing::Alone),
            word("compile_error"),
            TokenTree::from(spanned(Punct::new('!', Spacing::Alone), from)),
            TokenTree::from(braces),
        ])
    }
}

/// The reason and its code, what was wanted where, and the way out: a line for each, as one line would run far off the screen.
fn words(why: &str, code: &str, place: &str, mend: &str) -> String {
    let mut words = format!("{} [{code}]", escape_invisible(why));
    for line in [place, mend] {
        if !line.is_empty() {
            words.push('\n');
            words.push_str(&escape_invisible(line));
        }
    }
    words
}

fn spanned(mut punct: Punct, span: Span) -> Punct {
    punct.set_span(span);
    punct
}
