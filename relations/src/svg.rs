//! Text and numbers of SVG files.

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

/// Makes a length of a count; a count above 2^32 - 1 counts as 2^32 - 1.
pub fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
