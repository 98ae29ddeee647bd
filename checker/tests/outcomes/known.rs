//! Disagreements that are known and not mended yet (`known.txt`), and failures that no run on the real machine showed
//! but that Java allows (`justified.txt`): lines `PROGRAM: PART`, each with its reason after `#`.

use std::fs;

use super::machine::folder;

/// Whether a disagreement is on the list of those that are known.
pub(crate) fn is_known(program: &str, part: &str) -> bool {
    has("known.txt", program, part)
}

/// Whether a failure is on the list of those that are justified.
pub(crate) fn is_justified(program: &str, part: &str) -> bool {
    has("justified.txt", program, part)
}

/// Whether a list has a line. A program's name may end with `*` there, and all parts are `*`.
fn has(list: &str, program: &str, part: &str) -> bool {
    let text = fs::read_to_string(folder().join(list)).unwrap();
    let lines = text.lines().filter_map(|line| line.split('#').next()?.trim().split_once(": "));
    lines.into_iter().any(|(name, known)| {
        let is_name =
            name.strip_suffix('*').map_or(name == program, |begin| program.starts_with(begin));
        is_name && (known == "*" || known == part)
    })
}
