//! Formulas in HTML as on paper: indices below the line, omega above it. Text that is copied from the page can be read
//! by the readers of formulas.

use std::fmt::Write as _;

use reductio_algebra::Style;

use super::element::escaped;

/// Makes HTML of a text with formulas.
pub(super) fn typeset(text: &str, style: Style) -> String {
    if style == Style::Ascii {
        return escaped(text);
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['_', 'ω']) {
        let is_index = rest[at..].starts_with('_');
        let is_name = rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '\'');
        out += &escaped(&rest[..at]);
        rest = &rest[at..];
        let length = if is_index && is_name { index(rest) } else { 0 };
        match (&rest[..length], is_index) {
            // The underscore and the braces are there, but not seen.
            (index, true) if length > 0 => {
                let inner = index[1..].trim_matches(['{', '}']);
                let (open, close) =
                    if index.len() > inner.len() + 1 { ("_{", "}") } else { ("_", "") };
                let _ = write!(out, "<sub><i>{open}</i>{}<i>{close}</i></sub>", escaped(inner));
                rest = &rest[length..];
            }
            (_, false) => {
                out += "<sup>ω</sup>";
                rest = &rest['ω'.len_utf8()..];
            }
            _ => {
                out.push('_');
                rest = &rest[1..];
            }
        }
    }
    out + &escaped(rest)
}

/// The length of the index with which a text begins, its underscore included: `_i`, `_{i,j}`.
fn index(text: &str) -> usize {
    let inner = &text[1..];
    if inner.starts_with('{') {
        return inner.find('}').map_or(0, |end| end + 2);
    }
    let end = inner.find(|c: char| !c.is_alphanumeric()).unwrap_or(inner.len());
    if end == 0 { 0 } else { end + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text that a browser copies from HTML.
    fn copied(html: &str) -> String {
        let mut out = String::new();
        let mut is_tag = false;
        for c in html.chars() {
            match c {
                '<' => is_tag = true,
                '>' if is_tag => is_tag = false,
                c if !is_tag => out.push(c),
                _ => {}
            }
        }
        out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").replace("&quot;", "\"")
    }

    #[test]
    fn indices_are_below_the_line_and_copied_as_they_were() {
        let html = typeset("M_i u_{i,j}* ≤ N'_k xω", Style::Unicode);
        assert_eq!(html.matches("<sub>").count(), 3);
        assert!(html.contains("M<sub><i>_</i>i<i></i></sub>") && html.contains("x<sup>ω</sup>"));
        for text in ["M_i u_{i,j}* ≤ N'_k xω", "_ a__b <b> _{", "x_", "ω_i", ""] {
            assert_eq!(copied(&typeset(text, Style::Unicode)), text);
        }
        assert_eq!(typeset("M_i <= x^w", Style::Ascii), "M_i &lt;= x^w");
    }
}
