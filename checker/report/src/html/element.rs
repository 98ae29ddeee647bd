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
    let mut out = String::from("<table>\n<tr>");
    for (k, name) in head.iter().enumerate() {
        let _ = write!(out, "<th{}>{}</th>", class(k), escaped(name.trim_start_matches('#')));
    }
    out += "</tr>\n";
    for row in rows {
        out += "<tr>";
        for (k, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{cell}</td>", class(k));
        }
        out += "</tr>\n";
    }
    out + "</table>\n"
}

/// A part of a page that is folded behind a line. Both are HTML.
pub fn folded(line: &str, inner: &str) -> String {
    format!("<details><summary>{line}</summary>\n{inner}</details>\n")
}

/// A text with its line breaks and spaces; colours are taken out.
pub(super) fn preformatted(text: &str) -> String {
    let plain = anstream::adapter::strip_str(text).to_string();
    format!("<pre>{}</pre>\n", escaped(plain.trim_end()))
}

/// A picture as an image, so that its styles do not reach the page. Its title is the image's alternative text.
pub fn image(svg: &str) -> String {
    let title = svg.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    // The title is escaped where it stands.
    let title = title.map_or("picture", |(title, _)| title);
    format!(
        "<figure><img alt=\"{title}\" src=\"data:image/svg+xml;charset=utf-8,{}\"></figure>\n",
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
    fn nothing_of_a_text_is_markup() {
        assert_eq!(table(&["a"], &[vec!["<b>".to_owned()]]).matches("<b>").count(), 0);
        assert!(preformatted("x <= y & z").contains("x &lt;= y &amp; z"));
        assert!(!image("<svg><title>\"</title></svg>").contains("<svg>"));
    }
}
