//! The bundled statement files are read, and print back to themselves.
use reductio_algebra::{Style, Theory};
use reductio_theorems::bundled;

#[test]
fn every_statement_round_trips() {
    let theory = Theory::parse(bundled::S5.text, &[]).unwrap();
    assert_eq!(theory.statements().len(), 41);
    for s in theory.statements() {
        for style in [Style::Ascii, Style::Unicode] {
            let text = s.formula.to_statement(style);
            let again = theory.vocabulary().parse_formula(&text).unwrap().closed();
            assert_eq!(again, s.formula, "{}: {text}", s.label);
            let explicit = s.formula.to_text(style);
            assert_eq!(theory.vocabulary().parse_formula(&explicit).unwrap(), s.formula);
            println!("{} {text}    {explicit}", s.label);
        }
    }
}
