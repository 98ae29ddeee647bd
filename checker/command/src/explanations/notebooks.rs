//! Explanations of the codes of notebooks: E0801-E0807.

use super::{Explanation, file};

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
    Explanation {
        code: "E0804",
        title: "a cell that was ended early",
        text: "Whoever runs the notebook interrupted the cell. What it found by then is shown, and what it defines is \
            not kept. The session is as before, and the next cell runs.",
        files: &[],
        run: Err(
            "It needs an interrupt: in Jupyter, the button with the square, or the keys I, I.",
        ),
    },
    Explanation {
        code: "E0805",
        title: "no live kernel in this build",
        text: "What speaks to Jupyter is an optional part of the command, since it needs libraries that nothing else \
            needs. `cargo install --path checker/command --features jupyter`, in the folder of the clone, builds it with that part.",
        files: &[],
        run: Err("There is no example: it depends on how the command was built."),
    },
    Explanation {
        code: "E0806",
        title: "a kernel of another program",
        text: "`reductio jupyter install` writes the kernel specification `kernels/reductio/kernel.json`. A file of \
            that name that starts something else is left alone; one that an older `reductio` wrote is written over.",
        files: &[],
        run: Err(
            "There is no example: it depends on what Jupyter has installed. `jupyter kernelspec list` shows it.",
        ),
    },
    Explanation {
        code: "E0807",
        title: "a connection that cannot be made",
        text: "`reductio jupyter serve` is started by Jupyter, with a file that says at which ports Jupyter waits. The \
            file is not understood, or the ports are in use, or are not ours to open.",
        files: &[],
        run: Err("There is no example: Jupyter writes the file, anew for each kernel."),
    },
];
