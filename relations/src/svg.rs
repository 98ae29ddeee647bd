//! The common parts of all SVG files of the project: a head, texts, numbers. Each file stands alone: it is readable on
//! light and dark backgrounds, and has a text for those who do not see it.

use std::fmt::Write as _;

/// Escapes markup in a text for XML and HTML.
///
/// ```
/// assert_eq!(reductio_relations::svg::escaped("x < y"), "x &lt; y");
/// ```
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Writes a number with one decimal, without negative zero.
///
/// ```
/// use reductio_relations::svg::number;
/// assert_eq!((number(2.25), number(3.0), number(-0.01)), ("2.3".into(), "3".into(), "0".into()));
/// ```
pub fn number(x: f64) -> String {
    format!("{}", (x * 10.0).round() / 10.0 + 0.0)
}

/// Begins an SVG file of a width and a height: its title, description and style, and the background, which has the
/// colour `--paper` of the style. The file ends in `</svg>`.
pub fn head(title: &str, description: &str, style: &str, (width, height): (f64, f64)) -> String {
    let (w, h) = (number(width), number(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>\n<style>{style}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"var(--paper)\"/>\n",
        escaped(title),
        escaped(description)
    )
}

/// Adds a text to an SVG file, in a class of the file's style unless `class` is empty.
///
/// ```
/// let mut out = String::new();
/// reductio_relations::svg::text(&mut out, "k", (12.0, 4.5), "x < y");
/// assert_eq!(out, "<text class=\"k\" x=\"12\" y=\"4.5\">x &lt; y</text>\n");
/// ```
pub fn text(out: &mut String, class: &str, (x, y): (f64, f64), text: &str) {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let (x, y, text) = (number(x), number(y), escaped(text));
    let _ = writeln!(out, "<text{class} x=\"{x}\" y=\"{y}\">{text}</text>");
}

/// Makes a length of a count; a count above 2^32 - 1 counts as 2^32 - 1.
pub fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
