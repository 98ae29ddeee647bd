#![doc = include_str!("../README.md")]

use proc_macro::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

/// Makes a function a test that runs its body once for each schedule.
///
/// Alone, it is a test by `explore`, which passes if all schedules were walked and nothing is wrong. With settings it
/// is one by `Explorer`: `#[reductio_schedules::test(preemptions = 2, all_findings)]` stands for
/// `Explorer::new().preemptions(2).all_findings().check(..)`.
#[proc_macro_attribute]
pub fn test(settings: TokenStream, item: TokenStream) -> TokenStream {
    match settings_of(settings).and_then(|settings| Ok((settings, Function::parse(item)?))) {
        Ok((settings, function)) => function.test(settings.as_deref()),
        Err((message, span)) => compile_error(&message, span),
    }
}

type Wrong = (String, Span);

/// A call for each setting: its name, and its value if it has one.
fn settings_of(tokens: TokenStream) -> Result<Option<Vec<(Ident, TokenStream)>>, Wrong> {
    let mut settings = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let TokenTree::Ident(name) = token else {
            let expected =
                "the name of a setting of `Explorer` is expected, as in `preemptions = 2`";
            return Err((expected.to_owned(), token.span()));
        };
        let mut value = TokenStream::new();
        if is_punct(tokens.peek(), '=') {
            tokens.next();
            while let Some(token) = tokens.next_if(|token| !is_punct(Some(token), ',')) {
                value.extend([token]);
            }
            if value.is_empty() {
                return Err((format!("a value of `{name}` is expected after `=`"), name.span()));
            }
        }
        match tokens.next() {
            None => {}
            Some(token) if is_punct(Some(&token), ',') => {}
            Some(token) => return Err(("`,` or `=` is expected".to_owned(), token.span())),
        }
        settings.push((name, value));
    }
    Ok((!settings.is_empty()).then_some(settings))
}

fn is_punct(token: Option<&TokenTree>, of: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == of)
}

/// A function without parameters.
struct Function {
    /// What comes before `fn`: attributes and visibility.
    before: TokenStream,
    name: Ident,
    body: Group,
}

impl Function {
    fn parse(item: TokenStream) -> Result<Self, Wrong> {
        let mut before = TokenStream::new();
        let mut tokens = item.into_iter();
        loop {
            match tokens.next() {
                Some(TokenTree::Ident(word)) if word.to_string() == "fn" => break,
                Some(TokenTree::Ident(word)) if word.to_string() == "async" => {
                    let message = "an `async` function needs somebody who runs it: call `block_on` in a function that is not";
                    return Err((message.to_owned(), word.span()));
                }
                Some(token) => before.extend([token]),
                None => return Err(("a function is expected".to_owned(), Span::call_site())),
            }
        }
        let Some(TokenTree::Ident(name)) = tokens.next() else {
            return Err(("a function is expected".to_owned(), Span::call_site()));
        };
        let parameters = match tokens.next() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => group,
            _ => return Err(("a test has no type parameters".to_owned(), name.span())),
        };
        if !parameters.stream().is_empty() {
            return Err(("a test has no parameters".to_owned(), parameters.span()));
        }
        let Some(TokenTree::Group(body)) = tokens.last() else {
            return Err(("a test has a body".to_owned(), name.span()));
        };
        Ok(Function { before, name, body })
    }

    /// The test. What the body returns is asked whether it is an error.
    fn test(self, settings: Option<&[(Ident, TokenStream)]>) -> TokenStream {
        let mut all: TokenStream = parsed("#[::core::prelude::v1::test]");
        all.extend(self.before);
        all.extend([ident("fn"), TokenTree::Ident(self.name), group(Delimiter::Parenthesis, [])]);
        let mut closure: TokenStream = parsed("||");
        let mut called: TokenStream = parsed("move ||");
        called.extend([TokenTree::Group(self.body)]);
        let mut inner = parsed("::reductio_schedules::attribute::ended");
        inner.extend([group(
            Delimiter::Parenthesis,
            [group(Delimiter::Parenthesis, called), group(Delimiter::Parenthesis, [])],
        )]);
        closure.extend([group(Delimiter::Brace, inner)]);
        let mut body = match settings {
            None => parsed("::reductio_schedules::explore"),
            Some(settings) => {
                let mut explorer = parsed("::reductio_schedules::Explorer::new()");
                let check = (Ident::new("check", Span::call_site()), None);
                let named = settings.iter().map(|(name, value)| (name.clone(), Some(value)));
                for (name, value) in named.chain([check]) {
                    explorer.extend([TokenTree::Punct(Punct::new('.', Spacing::Alone))]);
                    explorer.extend([TokenTree::Ident(name)]);
                    if let Some(value) = value {
                        explorer.extend([group(Delimiter::Parenthesis, value.clone())]);
                    }
                }
                explorer
            }
        };
        body.extend([group(Delimiter::Parenthesis, closure)]);
        body.extend([TokenTree::Punct(Punct::new(';', Spacing::Alone))]);
        all.extend([group(Delimiter::Brace, body)]);
        all
    }
}

fn parsed(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

fn ident(name: &str) -> TokenTree {
    TokenTree::Ident(Ident::new(name, Span::call_site()))
}

fn group(delimiter: Delimiter, tokens: impl IntoIterator<Item = TokenTree>) -> TokenTree {
    TokenTree::Group(Group::new(delimiter, tokens.into_iter().collect()))
}

/// An error at a place of the program.
fn compile_error(message: &str, span: Span) -> TokenStream {
    let mut all = parsed("::core::compile_error!");
    let text = TokenTree::Literal(proc_macro::Literal::string(message));
    all.extend([group(Delimiter::Brace, [text])]);
    all.into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}
