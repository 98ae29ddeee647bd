//! Disagreements that are known and not mended yet: lines `PROGRAM: PART` of `known.txt`, each with its reason after `#`.

use std::fs;

use super::machine::folder;

/// Whether a disagreement is on the list. A program's name may end with `*`, and a list of all parts is `*`.
pub(crate) fn is_known(program: &str, part: &str) -> bool {
    let text = fs::read_to_string(folder().join("known.txt")).unwrap_or_default();
    text.lines().filter_map(|line| line.split('#').next()?.trim().split_once(": ")).any(
        |(name, known)| {
            let is_name =
                name.strip_suffix('*').map_or(name == program, |begin| program.starts_with(begin));
            is_name && (known == "*" || known == part)
        },
    )
}
