//! Warnings.

use super::file;
use crate::explain::Explanation;

pub(super) const ENTRIES: &[Explanation] = &[
    Explanation {
        code: "W0001",
        title: "nothing to prove",
        text: "A statement file without lemmas and theorems, or a script without proofs. Nothing was checked, \
            and nothing is wrong.",
        files: &[file!("W0001.oa")],
        run: Ok("prove W0001.oa"),
    },
    Explanation {
        code: "W0002",
        title: "nothing to draw",
        text: "`--format svg` and `--format dot` draw what an answer shows: `reductio models` the models in which something \
            is false, `reductio check` the run of the first violation. Where nothing was found there is nothing to \
            draw. The exit code is that of the answer.",
        files: &[file!("W0002.sys")],
        run: Ok("check W0002.sys --format svg"),
    },
    Explanation {
        code: "W0301",
        title: "a reference is not needed",
        text: "The step was proved without this reference. Leave it out, unless it tells the reader something.",
        files: &[file!("W0301.oa"), file!("W0301.oap")],
        run: Ok("prove W0301.oa W0301.oap"),
    },
    Explanation {
        code: "W0302",
        title: "a sub-derivation is not used",
        text: "No hint cites this sub-derivation with `(below)`. It was checked all the same.",
        files: &[file!("W0302.oa"), file!("W0302.oap")],
        run: Ok("prove W0302.oa W0302.oap"),
    },
    Explanation {
        code: "W0303",
        title: "what `(auto)` found",
        text: "The step was searched for, and this is what proves it. Written in place of the hint, it makes the \
            script independent of the search, and quicker. Nothing is wrong.",
        files: &[file!("W0303.oa"), file!("W0303.oap")],
        run: Ok("prove W0303.oa W0303.oap"),
    },
];
