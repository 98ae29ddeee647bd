//! The elements of which pages are made. Text is escaped here and nowhere else.

use std::fmt::Write as _;

pub use reductio_relations::svg::escaped;

/// A table with these heads and rows, which are plain text. A column whose head begins with `#` holds numbers.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| escaped(cell)).collect()).collect();
    table_of(head, &cells)
}

/// A table with these heads and rows. The cells of `rows` are HTML; a column whose head begins with `#` holds numbers.
pub(super) fn table_of(head: &[&str], rows: &[Vec<String>]) -> String {
    let class = |k: usize| if head[k].starts_with('#') { " class=\"n\"" } else { "" };
    let names: Vec<String> =
        head.iter().map(|name| escaped(name.trim_start_matches('#'))).collect();
    // What is wider than the page can be moved with the keyboard, and says what it is.
    let mut out = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"table: {}\"><table>\n<tr>",
        names.join(", ")
    );
    for (k, name) in names.iter().enumerate() {
        let _ = write!(out, "<th scope=\"col\"{}>{name}</th>", class(k));
    }
    out += "</tr>\n";
    for row in rows {
        out += "<tr>";
        for (k, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{cell}</td>", class(k));
        }
        out += "</tr>\n";
    }
    out + "</table></div>\n"
}

/// A part of a page that is folded behind a line. Both are HTML.
pub fn folded(line: &str, inner: &str) -> String {
    format!("<details><summary>{line}</summary>\n{inner}</details>\n")
}

/// A text with its line breaks and spaces; colours are taken out.
pub(super) fn preformatted(text: &str) -> String {
    let plain = anstream::adapter::strip_str(text).to_string();
    pre("", &plain)
}

/// The number of characters of a line that fit on a telephone.
const NARROW: usize = 36;

/// A text with its line breaks and spaces, in an element `pre` with a class, which may be empty. Where a line may be
/// wider than the page, the text can be moved with the keyboard.
pub fn pre(class: &str, text: &str) -> String {
    let text = text.trim_end();
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let is_wide = text.lines().any(|line| line.chars().count() > NARROW);
    let focus = if is_wide { " tabindex=\"0\"" } else { "" };
    format!("<pre{class}{focus}>{}</pre>\n", escaped(text))
}

/// A sentence of a report: what stands between backticks is what a user may type.
pub(super) fn sentence(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`')
        && let Some((typed, behind)) = after.split_once('`')
    {
        let _ = write!(out, "{}<code>{}</code>", escaped(before), escaped(typed));
        rest = behind;
    }
    out + &escaped(rest)
}

/// A picture as an image, so that its styles do not reach the page. Its title is the image's alternative text.
pub fn image(svg: &str) -> String {
    let title = svg.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    // The title is escaped where it stands.
    let title = title.map_or("picture", |(title, _)| title);
    format!(
        "<figure tabindex=\"0\"><img alt=\"{title}\" src=\"data:image/svg+xml;charset=utf-8,{}\"></figure>\n",
        percent_encoded(svg)
    )
}

/// Encodes text for the address of an image.
fn percent_encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 5 / 4);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(char::from(byte)),
            b' ' | b'=' | b';' | b',' | b'.' | b'-' | b'(' | b')' | b'{' | b'}' | b'_' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// The name of a place on a page. Letters, digits and points stay, other characters become their numbers, so that
/// different texts have different names.
///
/// ```text
/// S5:Theorem 1  ->  S5_3a_Theorem_20_1
/// ```
pub(super) fn anchor(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == '.' {
            out.push(c);
        } else {
            let _ = write!(out, "_{:x}_", u32::from(c));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_places_differ_where_texts_differ() {
        assert_eq!(anchor("S5:Theorem 1"), "S5_3a_Theorem_20_1");
        assert_ne!(anchor("a b"), anchor("a_20_b"));
    }

    #[test]
    fn what_is_typed_is_code() {
        assert_eq!(sentence("ask `a < b` or `c`."), "ask <code>a &lt; b</code> or <code>c</code>.");
        assert_eq!(sentence("one ` alone"), "one ` alone");
        assert_eq!(sentence("`a` and ` alone"), "<code>a</code> and ` alone");
    }

    #[test]
    fn wide_text_can_be_moved_with_the_keyboard() {
        assert_eq!(pre("source", "a < b\n"), "<pre class=\"source\">a &lt; b</pre>\n");
        assert!(pre("", &"a".repeat(NARROW + 1)).starts_with("<pre tabindex=\"0\">"));
    }

    #[test]
    fn nothing_of_a_text_is_markup() {
        assert_eq!(table(&["a"], &[vec!["<b>".to_owned()]]).matches("<b>").count(), 0);
        assert!(preformatted("x <= y & z").contains("x &lt;= y &amp; z"));
        assert!(!image("<svg><title>\"</title></svg>").contains("<svg>"));
    }
}
