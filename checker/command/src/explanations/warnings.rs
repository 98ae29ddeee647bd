//! Explanations of warnings.

use super::{Explanation, file};

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
        code: "W0003",
        title: "the answer is a part of one",
        text: "The run was ended before it was complete: by Ctrl-C, after the time of `--timeout`, or because the process \
            took more memory than `--memory` or the machine allows. What is printed was found before; all else is \
            `declined`, and the exit code is 2.",
        files: &[],
        run: Err("There is no example: when a run is ended early depends on the machine."),
    },
    Explanation {
        code: "W0004",
        title: "a name of a statement and of a theory",
        text: "`prove NAME`, `models NAME` and `export coq NAME` take the label of a statement, or the name of a theory \
            for all of its statements. Where a name is both, the statement is meant; `NAME:` is the theory.",
        files: &[file!("W0004.oa"), file!("W0004.oap")],
        run: Ok("prove W0004.oa W0004.oap Law"),
    },
    Explanation {
        code: "W0005",
        title: "hypotheses without a model",
        text: "What was proved rests on hypotheses of which no model was found, or from which `1 = 0` was proved. What \
            follows from contradictory hypotheses holds for nothing. That no model with few states was found is no \
            proof that there is none; but look whether the hypotheses say what you mean.",
        files: &[file!("W0005.oa"), file!("W0005.oap")],
        run: Ok("prove W0005.oa W0005.oap"),
    },
    Explanation {
        code: "W0006",
        title: "a bundled theory is replaced",
        text: "A given statement file has the name of a bundled theory, and another text. It takes its place in this run: \
            what is proved of `S5` is then proved of the given file, not of the paper.",
        files: &[file!("W0006.oa"), file!("W0006.oap")],
        run: Ok("prove W0006.oa W0006.oap"),
    },
    Explanation {
        code: "W0101",
        title: "a hidden character",
        text: "The file has a character that is not shown, or that changes the direction of the text around it, so that what \
            a reader sees is not what is read. Outside of comments such characters are errors (E0103).",
        files: &[file!("W0101.oa"), file!("W0101.oap")],
        run: Ok("prove W0101.oa W0101.oap"),
    },
    Explanation {
        code: "W0102",
        title: "names that look alike",
        text: "Two names of a theory differ, and look alike in most fonts: Greek omicron and `o`, Greek nu and `v`. A formula \
            over one of them seems to be about the other.",
        files: &[file!("W0102.oa"), file!("W0102.oap")],
        run: Ok("prove W0102.oa W0102.oap"),
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
            script independent of the search, and quicker. A proof by induction is no hint: the lemmas that it made \
            are told, to be stated and proved before the step. Nothing is wrong.",
        files: &[file!("W0303.oa"), file!("W0303.oap")],
        run: Ok("prove W0303.oa W0303.oap"),
    },
];
