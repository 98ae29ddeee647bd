//! Notebooks: E0801-E0803.

use super::file;
use crate::explain::Explanation;

pub(super) const ENTRIES: &[Explanation] = &[
    Explanation {
        code: "E0801",
        title: "a model that cannot be read",
        text: "A cell that begins with `states N` gives values to names: an action is a set of pairs of states, as in \
            `x = {(0,1), (1,2)}`, a predicate a set of states, as in `p = {0}`. States are from 0 to N - 1. The names \
            are those of the theory that was stated last, else the actions v to z and the predicates p to s.",
        files: &[file!("E0801.md")],
        run: Ok("notebook check E0801.md"),
    },
    Explanation {
        code: "E0802",
        title: "a line of a cell that is no command",
        text: "A cell that begins with none of `theory`, `proofs`, `system` and `states` holds commands, one a line: the \
            verbs of the command line with labels and names in place of files, and `show`, `eval` and `test`. What \
            needs a file or a clock has no place in a cell, and `show model` and `eval` need a model.",
        files: &[file!("E0802.md")],
        run: Ok("notebook check E0802.md"),
    },
    Explanation {
        code: "E0803",
        title: "a notebook that is not closed",
        text: "A notebook is Markdown. A fence of backticks ends with a line of as many backticks, the front matter with \
            `---`, and the stored outputs of a cell with `</details>`.",
        files: &[file!("E0803.md")],
        run: Ok("notebook check E0803.md"),
    },
];
