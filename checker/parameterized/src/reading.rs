//! Texts with families of threads, as they are read.

use reductio_language::{Families, parse_system};

use crate::answer::FamilyError;

/// Finds the families over some index types in a text.
///
/// # Errors
/// [`FamilyError`]: the text is wrong, or does not treat all threads of a family alike.
pub fn find_families<S: AsRef<str>>(
    text: &str,
    indices: &[S],
    constants: &[(String, i64)],
) -> Result<Families, FamilyError> {
    let indices: Vec<&str> = indices.iter().map(AsRef::as_ref).collect();
    Reading::new(text, &indices, constants).map(|reading| reading.families)
}

/// A text with families that treat their threads alike.
pub(crate) struct Reading {
    pub(crate) families: Families,
    /// The text, in which all types of any size may have one value.
    pub(crate) text: String,
}

impl Reading {
    pub(crate) fn new(
        text: &str,
        indices: &[&str],
        constants: &[(String, i64)],
    ) -> Result<Reading, FamilyError> {
        // What is wrong with the text itself comes first.
        let declared = Families::declared(text).into_iter();
        let declared = declared.filter(|(name, _)| indices.contains(&name.as_str()));
        let declared = declared.map(|(name, least)| (name, least.max(2)));
        let mut given: Vec<_> = constants.to_vec();
        for (name, number) in declared {
            if given.iter().all(|(other, _)| *other != name) {
                given.push((name, number));
            }
        }
        parse_system(text, "family", &given).map_err(FamilyError::Text)?;
        let families = Families::find(text, indices).map_err(|obstacles| {
            let placed = |one: reductio_language::Obstacle| (one.line(text), one);
            FamilyError::Obstacles { obstacles: obstacles.into_iter().map(placed).collect() }
        })?;
        // Fewer threads than there may be are looked at as well.
        let text = families.without_least(text);
        Ok(Reading { families, text })
    }
}
