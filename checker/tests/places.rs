//! The line and column of each byte of a file, against a count from its beginning.

use reductio::File;

#[test]
fn agrees_with_the_slow_way_everywhere() {
    let text = "x ≤ T\n\nlong ".repeat(120) + "¬q";
    let file = File::new("any", &text);
    for offset in (0..=text.len() + 2).filter(|o| text.is_char_boundary(*o) || *o > text.len()) {
        assert_eq!(file.line_col(offset), reductio_algebra::line_col(&text, offset), "{offset}");
    }
}

#[test]
fn an_empty_file_has_a_first_place() {
    assert_eq!(File::new("empty", "").line_col(0), (1, 1));
    assert_eq!(File::new("empty", "").lines_of(&(0..0)), 0..0);
}
