//! One action schema: read, judged as registration judges it, and either reported or left as text.

use proc_macro2::{Delimiter, Group, Ident, Literal as Token, Punct, Spacing, Span, TokenStream, TokenTree};
use wymcp_callbacksurface::{ActionSchema, schema_offences};

use crate::json::Literal;
use crate::report::Mistake;

/// The name under which a literal is judged: its own stands elsewhere, in `actions!`.
const NAMELESS: &str = "action";

/// The expression that the macro leaves: the action schema, or an error for each offence.
///
/// The input begins with the path of the crate, in brackets.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut tokens = input.into_iter();
    let path = match tokens.next() {
        Some(TokenTree::Group(path)) => path.stream(),
        other => other.into_iter().collect(),
    };
    let literal = Literal::read(tokens.collect());
    let mistakes = mistakes(&literal);
    if mistakes.is_empty() {
        return construct(path, "from_literal", &literal.text);
    }
    // The schema that follows the errors is never built; it has the type that the code around it expects.
    let mut body = TokenStream::new();
    for mistake in mistakes {
        body.extend(mistake.into_tokens());
    }
    body.extend(construct(path, "new", ""));
    TokenTree::from(Group::new(Delimiter::Brace, body)).into()
}

/// Everything that is wrong: what is no JSON, then the offences in the order of registration.
fn mistakes(literal: &Literal) -> Vec<Mistake> {
    let mut mistakes = literal.mistakes.clone();
    match serde_json::from_str(&literal.text) {
        Ok(value) => {
            let offences = schema_offences(NAMELESS, ActionSchema::read_json(&value));
            let own = offences
                .iter()
                .filter(|offence| !literal.is_stand_in(offence.pointer()));
            mistakes.extend(own.map(|offence| Mistake::offence(offence, &literal.places)));
        }
        Err(error) => mistakes.push(Mistake::syntax(
            Span::call_site(),
            format!("this does not parse as JSON: {error}"),
            "write it flatter",
        )),
    }
    mistakes
}

/// `<path>::ActionSchema::<function>("<text>")`.
fn construct(path: TokenStream, function: &str, text: &str) -> TokenStream {
    let span = Span::mixed_site();
    let word = |word| TokenTree::from(Ident::new(word, span));
    let step = || {
        [
            TokenTree::from(Punct::new(':', Spacing::Joint)),
            TokenTree::from(Punct::new(':', Spacing::Alone)),
        ]
    };
    let argument = TokenTree::from(Token::string(text));
    let mut tokens = path;
    tokens.extend(step());
    tokens.extend([word("ActionSchema")]);
    tokens.extend(step());
    tokens.extend([word(function)]);
    tokens.extend([TokenTree::from(Group::new(Delimiter::Parenthesis, argument.into()))]);
    tokens
}
