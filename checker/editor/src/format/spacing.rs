//! The space between two tokens of a line: none, one, or what the writer chose.

use logos::Logos as _;
use reductio::Language;
use reductio_algebra::text::KEYWORDS;
use reductio_algebra::text::lexer::Token;

use super::lines::{Item, Line};
use crate::pieces::pieces;

/// The space between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    None,
    One,
    /// None or one, as the writer has it.
    Kept,
}

/// Sets the spaces of a line. More than one space stays where one belongs: it may line something up.
pub(super) fn set(language: Language, line: &mut Line<'_>) {
    let fits = match language {
        Language::Statements | Language::Script => of_formulas(&line.items),
        Language::System | Language::Program => of_code(&line.items, language),
    };
    for (number, space) in (1..).zip(fits) {
        let [before, item] = &mut line.items[number - 1..=number] else { continue };
        match space {
            _ if item.is_comment => {}
            Space::None if item.spaces > 0 && may_touch(language, before.text, item.text) => {
                item.spaces = 0;
            }
            Space::None if item.spaces > 0 => item.spaces = 1,
            Space::One if item.spaces == 0 => item.spaces = 1,
            _ => {}
        }
    }
}

/// Whether two tokens are still two without a space between them.
fn may_touch(language: Language, one: &str, other: &str) -> bool {
    let both = format!("{one}{other}");
    let found = pieces(language, &both);
    found.len() == 2 && found[0].text(&both) == one
}

const OPERATORS: [&str; 13] =
    [":=", "=", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "=>", ".."];

/// Words of systems and programs behind which a `-` is a sign.
const BEFORE_SIGN: [&str; 23] = [
    "and", "any", "assert", "await", "by", "capacity", "depth", "div", "else", "for", "forall",
    "exists", "if", "in", "max", "mod", "not", "or", "send", "then", "until", "when", "while",
];

/// The spaces behind the tokens of a line of a system or a program.
fn of_code(items: &[Item<'_>], language: Language) -> Vec<Space> {
    let mut fits = Vec::with_capacity(items.len());
    for (number, pair) in items.windows(2).enumerate() {
        let [one, other] = [pair[0].text, pair[1].text];
        let is_sign = |at: usize| {
            let before = at.checked_sub(1).map(|before| items[before].text);
            let is_operand = before.is_some_and(|word| {
                !OPERATORS.contains(&word)
                    && !BEFORE_SIGN.contains(&word)
                    && !["(", "[", "{", ",", ";", ":"].contains(&word)
            });
            items[at].text == "-" && !is_operand
        };
        fits.push(match (one, other) {
            ("{", "}") | ("[", "]") | ("(", ")") => Space::Kept,
            ("(" | "[", _) | (_, ")" | "]" | "," | ";") => Space::None,
            (".", _) | (_, ".") if language == Language::Program => Space::None,
            ("," | ";" | ":", _) | (_, "{") => Space::One,
            _ if OPERATORS.contains(&one) && !is_sign(number) => Space::One,
            _ if OPERATORS.contains(&other) && !is_sign(number + 1) => Space::One,
            ("{", _) | (_, "}") => Space::Kept,
            ("}", _) => Space::One,
            _ => Space::Kept,
        });
    }
    fits
}

/// The token of formulas that a text is.
fn token(text: &str) -> Option<Token> {
    Token::lexer(text).next().and_then(Result::ok)
}

/// The spaces behind the tokens of a line of statements or derivations.
fn of_formulas(items: &[Item<'_>]) -> Vec<Space> {
    let tokens: Vec<Option<Token>> =
        items.iter().map(|item| token(item.text).filter(|_| !item.is_comment)).collect();
    let in_label = labels(&tokens);
    let mut fits = Vec::with_capacity(items.len());
    for (number, pair) in tokens.windows(2).enumerate() {
        let [Some(one), Some(other)] = *pair else {
            fits.push(Space::Kept);
            continue;
        };
        let is_keyword = one == Token::Ident && KEYWORDS.contains(&items[number].text);
        let next = items[number + 1].text;
        let is_word = KEYWORDS.contains(&next) || STATUSES.contains(&next);
        let is_inside = in_label[number] && in_label[number + 1];
        let is_apart = is_keyword && other == Token::Open || is_word && one == Token::Close;
        fits.push(if is_apart && !is_inside {
            Space::One
        } else if is_inside && one != Token::Open && other != Token::Close {
            Space::Kept
        } else if other == Token::Colon && STATUSES.contains(&items[number].text) {
            Space::None
        } else {
            between(number.checked_sub(1).and_then(|before| tokens[before]), one, other)
        });
    }
    fits
}

/// The words for the origin of a statement.
const STATUSES: [&str; 4] = ["transcribed", "restored", "reconstructed", "ours"];

/// The space between two tokens, where `before` stands before the first.
fn between(before: Option<Token>, one: Token, other: Token) -> Space {
    use Token::{
        Above, Apart, Becomes, Below, Close, CloseBrace, CloseSquare, Colon, Comma, Dot, Equal,
        Implies, Loop, Not, Omega, Open, OpenBrace, OpenSquare, Plus, Semicolon, Star, Subscript,
        Underscore,
    };
    let is_relation = |token| matches!(token, Below | Above | Equal | Apart | Implies | Becomes);
    match (one, other) {
        (Underscore | Not | Open | OpenSquare | OpenBrace, _)
        | (Close, Colon)
        | (_, Underscore | Subscript | Comma | Semicolon | Close | CloseSquare | CloseBrace) => {
            Space::None
        }
        _ if is_relation(one) || is_relation(other) => Space::One,
        (_, Star | Omega) => Space::None,
        // The binders `(+i : x)` and `(.i : p)`.
        (Plus | Dot, _) if before == Some(Open) => Space::None,
        (Plus | Loop | Semicolon | Colon, _) | (_, Plus | Loop) => Space::One,
        _ => Space::Kept,
    }
}

/// Which tokens of a line stand in parentheses that may be those of a label, the parentheses included: there a space
/// may distinguish two labels. A label that is open at the end of the line counts.
fn labels(tokens: &[Option<Token>]) -> Vec<bool> {
    let mut found = vec![false; tokens.len()];
    for open in 0..tokens.len() {
        if tokens[open] != Some(Token::Open) {
            continue;
        }
        let is_inside = |token: &Option<Token>| {
            use Token::{Comma, Dot, Hyphen, Ident, Loop, Number, Omega, Star, Top};
            matches!(token, Some(Comma | Dot | Hyphen | Ident | Loop | Number | Omega | Star | Top))
        };
        let inside = tokens[open + 1..].iter().take_while(|token| is_inside(token)).count();
        let close = open + 1 + inside;
        if tokens.get(close).is_none_or(|token| *token == Some(Token::Close)) {
            let last = close.min(tokens.len() - 1);
            found[open..=last].fill(true);
        }
    }
    found
}
