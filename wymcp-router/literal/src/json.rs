//! From tokens to JSON text, with the place of every part.
//!
//! What is no JSON is told and stepped over, so that one slip hides no other; a `null` stands in its stead.

use std::iter::Peekable;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree, token_stream};
use syn::Lit;
use wymcp_bound::pointer::{below, join};

use crate::number;
use crate::places::{Place, Places, Spot};
use crate::report::Mistake;

/// A literal as read.
#[derive(Debug, Default)]
pub(crate) struct Literal {
    /// JSON text, the numbers as they were written.
    pub(crate) text: String,
    pub(crate) places: Places,
    pub(crate) mistakes: Vec<Mistake>,
    /// Pointers of what a `null` stands for.
    stands_in: Vec<String>,
}

type Tokens = Peekable<token_stream::IntoIter>;

impl Literal {
    /// Read the one value that the macro was given.
    pub(crate) fn read(tokens: TokenStream) -> Self {
        let mut literal = Self::default();
        let mut tokens = tokens.into_iter().peekable();
        literal.value(&mut tokens, "", None, Span::call_site());
        if let Some(extra) = tokens.next() {
            literal.mistakes.push(Mistake::syntax(
                extra.span(),
                "an action schema is one JSON value, and more follows it",
                "put its members in braces: `action_schema!({ … })`",
            ));
            literal.stands_in.push(String::new());
        }
        literal
    }

    /// Whether what stands at a pointer is there only because the author's own was no JSON.
    pub(crate) fn is_stand_in(&self, pointer: &str) -> bool {
        self.stands_in.iter().any(|stand_in| below(pointer, stand_in).is_some())
    }

    /// A value, up to the comma that ends it. `before` is the token that it follows.
    fn value(&mut self, tokens: &mut Tokens, pointer: &str, key: Option<Span>, before: Span) {
        if matches!(tokens.peek(), None | Some(TokenTree::Punct(_))) && !is(tokens.peek(), '-') {
            let at = tokens.peek().map_or(before, TokenTree::span);
            self.no_value(tokens, pointer, key, at, "a value is missing here", VALUES);
            return;
        }
        match tokens.next() {
            Some(TokenTree::Group(group)) => self.group(&group, tokens, pointer, key),
            Some(TokenTree::Literal(token)) => {
                let at = token.span();
                self.scalar(&Lit::new(token), at.into(), "", tokens, pointer, key);
            }
            Some(TokenTree::Punct(minus)) => match tokens.next_if(|next| matches!(next, TokenTree::Literal(_))) {
                Some(TokenTree::Literal(token)) => {
                    let at = Spot {
                        from: minus.span(),
                        to: token.span(),
                    };
                    self.scalar(&Lit::new(token), at, "-", tokens, pointer, key);
                }
                _ => self.no_value(tokens, pointer, key, minus.span(), "`-` stands before a number", VALUES),
            },
            Some(TokenTree::Ident(word)) => self.word(&word, tokens, pointer, key),
            None => {}
        }
    }

    fn group(&mut self, group: &Group, tokens: &mut Tokens, pointer: &str, key: Option<Span>) {
        match group.delimiter() {
            Delimiter::Brace => self.object(group, pointer, key),
            Delimiter::Bracket => self.list(group, pointer, key),
            // What a `macro_rules!` hands on.
            Delimiter::None => {
                let mut inner = group.stream().into_iter().peekable();
                self.value(&mut inner, pointer, key, group.span());
                if let Some(more) = inner.next() {
                    self.slip(more.span(), "more follows the value", COMPUTED);
                }
            }
            Delimiter::Parenthesis => {
                let at = Spot::of_group(group);
                self.no_value(tokens, pointer, key, at, "parentheses are no JSON", COMPUTED);
            }
        }
    }

    fn object(&mut self, group: &Group, pointer: &str, key: Option<Span>) {
        let value = Spot::of_group(group);
        self.places.insert(pointer, Place { key, value });
        self.text.push('{');
        let mut tokens = group.stream().into_iter().peekable();
        let mut is_first = true;
        while let Some(token) = tokens.next() {
            if let Some((name, at)) = self.key(&token) {
                let before = self.text.len();
                if !is_first {
                    self.text.push(',');
                }
                self.text.push_str(&quoted(&name));
                self.text.push(':');
                let colon = match tokens.next_if(|next| is(Some(next), ':')) {
                    Some(colon) => colon.span(),
                    None => {
                        let next = tokens.peek().map_or(at, TokenTree::span);
                        self.slip(next, "a colon is missing here", "write `\"<key>\": <value>`");
                        at
                    }
                };
                let below = join(pointer, &name);
                if self.places.contains(&below) {
                    self.mistakes.push(Mistake::declared_twice(&name, at));
                    // The first one stays.
                    let mut unread = Self::default();
                    unread.value(&mut tokens, "", None, colon);
                    self.text.truncate(before);
                } else {
                    is_first = false;
                    self.value(&mut tokens, &below, Some(at), colon);
                }
            } else {
                skip(&mut tokens);
            }
            self.comma(&mut tokens);
        }
        self.text.push('}');
    }

    fn list(&mut self, group: &Group, pointer: &str, key: Option<Span>) {
        let value = Spot::of_group(group);
        self.places.insert(pointer, Place { key, value });
        self.text.push('[');
        let mut tokens = group.stream().into_iter().peekable();
        let mut index = 0;
        while tokens.peek().is_some() {
            if index > 0 {
                self.text.push(',');
            }
            self.value(&mut tokens, &format!("{pointer}/{index}"), None, group.span_open());
            self.comma(&mut tokens);
            index += 1;
        }
        self.text.push(']');
    }

    /// The comma after a member; the last may have one too, as everywhere in Rust.
    fn comma(&mut self, tokens: &mut Tokens) {
        let Some(next) = tokens.peek() else { return };
        if is(Some(next), ',') {
            tokens.next();
        } else {
            let at = next.span();
            self.slip(at, "a comma is missing before this", "part members by commas");
        }
    }

    /// The key of a member. A word without quotes is told, and taken for what it was meant to be.
    fn key(&mut self, token: &TokenTree) -> Option<(String, Span)> {
        let at = token.span();
        match token {
            TokenTree::Literal(literal) => {
                if let Lit::Str(text) = Lit::new(literal.clone()) {
                    return Some((text.value(), at));
                }
                self.slip(
                    at,
                    format!("a key of a JSON object is a string, and here it is `{literal}`"),
                    "write it in quotes",
                );
                None
            }
            TokenTree::Ident(word) => {
                self.slip(
                    at,
                    "a key of a JSON object is a string, and here it is a word without quotes",
                    format!("write `\"{word}\"`"),
                );
                Some((word.to_string(), at))
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                let inner = group.stream().into_iter().next()?;
                self.key(&inner)
            }
            _ => {
                self.slip(at, "a key is missing here", "write `\"<key>\": <value>`");
                None
            }
        }
    }

    fn scalar(&mut self, token: &Lit, at: Spot, sign: &str, tokens: &mut Tokens, pointer: &str, key: Option<Span>) {
        let text = match token {
            Lit::Str(text) if sign.is_empty() => quoted(&text.value()),
            Lit::Int(digits) => format!("{sign}{}", digits.token()),
            Lit::Float(digits) => format!("{sign}{}", digits.token()),
            _ => {
                self.no_value(tokens, pointer, key, at, "this is no JSON value", VALUES);
                return;
            }
        };
        if let Lit::Int(_) | Lit::Float(_) = token
            && let Err(wrong) = number::checked(&text)
        {
            self.no_value(tokens, pointer, key, at, wrong.why, wrong.mend);
            return;
        }
        self.places.insert(pointer, Place { key, value: at });
        self.text.push_str(&text);
    }

    fn word(&mut self, word: &Ident, tokens: &mut Tokens, pointer: &str, key: Option<Span>) {
        let text = word.to_string();
        if let "true" | "false" | "null" = text.as_str() {
            let value = word.span().into();
            self.places.insert(pointer, Place { key, value });
            self.text.push_str(&text);
        } else {
            let mend = if text == "None" { "write `null`" } else { COMPUTED };
            self.no_value(
                tokens,
                pointer,
                key,
                word.span(),
                format!("`{text}` is no JSON value"),
                mend,
            );
        }
    }

    /// Tell that there is no value, step over what stands there, and put a `null` in its stead.
    fn no_value(
        &mut self,
        tokens: &mut Tokens,
        pointer: &str,
        key: Option<Span>,
        at: impl Into<Spot>,
        why: impl Into<String>,
        mend: impl Into<String>,
    ) {
        let at = at.into();
        self.slip(at, why, mend);
        self.places.insert(pointer, Place { key, value: at });
        self.stands_in.push(pointer.to_owned());
        self.text.push_str("null");
        skip(tokens);
    }

    fn slip(&mut self, at: impl Into<Spot>, why: impl Into<String>, mend: impl Into<String>) {
        self.mistakes.push(Mistake::syntax(at, why, mend));
    }
}

const VALUES: &str = "write a string, a number, `true`, `false`, `null`, `[…]` or `{…}`";
const COMPUTED: &str = "a literal is checked before anything runs, so it holds no expression; `ActionSchema::new` declares what is computed";

fn is(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

/// On to the comma that ends a member.
fn skip(tokens: &mut Tokens) {
    while tokens.next_if(|next| !is(Some(next), ',')).is_some() {}
}

/// A string as JSON text.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests;
