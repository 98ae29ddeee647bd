//! The table of the laws: each law with its near-miss, by section.

use reductio_algebra::{Formula, Statement, Theory};
use reductio_theorems::bundled;

const NEAR_MISSES: &str = include_str!("false.oa");

/// A law and the formula that is almost the law, and false.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The label of both, in parentheses.
    pub(crate) label: String,
    /// The first word of the section heading: `regular`, `tests`, `eliminable`, `Horn` or `omega`.
    pub(crate) section: &'static str,
    pub(crate) law: Formula,
    pub(crate) near_miss: Formula,
}

/// The statements of the laws.
pub(crate) fn laws() -> Theory {
    Theory::parse(bundled::LAWS.text, &[]).unwrap()
}

/// The near-misses, under the labels of the laws.
pub(crate) fn near_misses() -> Theory {
    Theory::parse(NEAR_MISSES, &[]).unwrap()
}

/// All laws in order. Both files have the same labels in the same sections.
pub(crate) fn table() -> Vec<Row> {
    let (laws, misses) = (laws(), near_misses());
    assert_eq!(laws.statements().len(), misses.statements().len());
    let row = |(law, miss): (&Statement, &Statement)| {
        assert_eq!(law.label, miss.label);
        let section = section(bundled::LAWS.text, law);
        assert_eq!(section, self::section(NEAR_MISSES, miss), "{}", law.label);
        let (law, near_miss) = (law.formula.clone(), miss.formula.clone());
        Row { label: miss.label.to_string(), section, law, near_miss }
    };
    laws.statements().iter().zip(misses.statements()).map(row).collect()
}

/// The first word after the last `-- #` before the statement.
fn section(text: &'static str, statement: &Statement) -> &'static str {
    let mut lines = text[..statement.span.start].lines().rev();
    let heading = lines.find_map(|l| l.strip_prefix("-- # "));
    let heading = heading.unwrap_or_else(|| panic!("{} has no section", statement.label));
    heading.split([':', ' ']).next().unwrap_or(heading)
}
