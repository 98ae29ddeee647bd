//! Explanations of the codes of proof scripts: E0301-E0321.

use super::{Explanation, file};

pub(super) const ENTRIES: &[Explanation] = &[
    Explanation {
        code: "E0301",
        title: "a script proves something else",
        text: "A script repeats the statement that it proves, so that a reader sees it next to its proof. The \
            two texts must mean the same formula. Names of bound indices and the spelling of operators do \
            not matter; the order of summands does.",
        files: &[file!("E0301.oa"), file!("E0301.oap")],
        run: Ok("prove E0301.oa E0301.oap"),
    },
    Explanation {
        code: "E0302",
        title: "not a statement to be proved",
        text: "The script has a proof for a label that is a hypothesis or a definition, or that the theory does \
            not have.",
        files: &[file!("E0302.oa"), file!("E0302.oap")],
        run: Ok("prove E0302.oa E0302.oap"),
    },
    Explanation {
        code: "E0303",
        title: "proved twice",
        text: "Two scripts prove one statement. Which of the proofs should count?",
        files: &[file!("E0303.oa"), file!("E0303.oap"), file!("E0303b.oap")],
        run: Ok("prove E0303.oa E0303.oap E0303b.oap"),
    },
    Explanation {
        code: "E0304",
        title: "a circle",
        text: "Proofs may cite statements in any order of the text, but not rest on themselves: here, to prove \
            the statement one would have to have proved it.",
        files: &[file!("E0304.oa"), file!("E0304.oap")],
        run: Ok("prove E0304.oa E0304.oap"),
    },
    Explanation {
        code: "E0305",
        title: "a citation against the order",
        text: "A script that says `top down from (n)` keeps the rule of S5: within the proof of a formula from \
            n on, only larger numbers and results before n may be cited. The example is not circular, but it \
            breaks the rule.",
        files: &[file!("E0305.oa"), file!("E0305.oap")],
        run: Ok("prove E0305.oa E0305.oap"),
    },
    Explanation {
        code: "E0306",
        title: "a cited statement is not proved",
        text: "The statement that the hint cites has no proof, or a proof with faults. Where the fault is in \
            the same run, it is shown there, and this one only with `--format json`; the example asks for \
            one statement only.",
        files: &[file!("E0306.oa"), file!("E0306.oap")],
        run: Ok("prove E0306.oa E0306.oap 2"),
    },
    Explanation {
        code: "E0307",
        title: "not assumed",
        text: "A statement with `assuming` may be proved from the hypotheses in that list only.",
        files: &[file!("E0307.oa"), file!("E0307.oap")],
        run: Ok("prove E0307.oa E0307.oap"),
    },
    Explanation {
        code: "E0308",
        title: "there is no premise",
        text: "`(hyp)` stands for the premise of a statement `premise => conclusion`. This statement has none; \
            hypotheses of the theory are cited by label.",
        files: &[file!("E0308.oa"), file!("E0308.oap")],
        run: Ok("prove E0308.oa E0308.oap"),
    },
    Explanation {
        code: "E0309",
        title: "a step does not follow from its hint",
        text: "Each step of a chain must follow from the facts in its hint and the laws of semirings, regular \
            algebra, Boolean algebra of predicates and finite sums. Every step is searched for and then \
            proved by the kernel; this one was not found. Look at the two terms, at the sign, and at the \
            hint. Where a small change would help, a line of help says so.",
        files: &[file!("E0309.oa"), file!("E0309.oap")],
        run: Ok("prove E0309.oa E0309.oap"),
    },
    Explanation {
        code: "E0310",
        title: "a fact does not follow",
        text: "A hint may state a fact, `x <= y (24)`, with the references that prove it. Without a reference \
            it must follow from regular and Boolean algebra alone.",
        files: &[file!("E0310.oa"), file!("E0310.oap")],
        run: Ok("prove E0310.oa E0310.oap"),
    },
    Explanation {
        code: "E0311",
        title: "nothing below proves the fact",
        text: "`(below)` refers to a sub-derivation after the word `below`, from the one side of the fact to \
            the other.",
        files: &[file!("E0311.oa"), file!("E0311.oap")],
        run: Ok("prove E0311.oa E0311.oap"),
    },
    Explanation {
        code: "E0312",
        title: "an induction rule without its premise",
        text: "`(* ind L)` turns a fact x y <= y into x* y = y; `(* ind R)` turns x y <= x into x y* = x; `(? \
            ind)` turns x <= y x + z into x <= y ? z. The fact must stand before the rule in the same hint.",
        files: &[file!("E0312.oa"), file!("E0312.oap")],
        run: Ok("prove E0312.oa E0312.oap"),
    },
    Explanation {
        code: "E0313",
        title: "the premises of a lemma do not follow",
        text: "A lemma `premise => conclusion` can be cited where its premises follow from the facts that stand \
            before it in the hint.",
        files: &[file!("E0313.oa"), file!("E0313.oap")],
        run: Ok("prove E0313.oa E0313.oap"),
    },
    Explanation {
        code: "E0314",
        title: "a value for something else",
        text: "`(1) with x := ...` gives a value to a variable of the cited statement. Symbols that hypotheses \
            or definitions speak of are not variables of one statement, and other names do not occur in it.",
        files: &[file!("E0314.oa"), file!("E0314.oap")],
        run: Ok("prove E0314.oa E0314.oap"),
    },
    Explanation {
        code: "E0315",
        title: "a chain goes up and down",
        text: "From `a <= b` and `b >= c` nothing follows about a and c. A chain uses `=` and one of `<=`, \
            `>=`.",
        files: &[file!("E0315.oa"), file!("E0315.oap")],
        run: Ok("prove E0315.oa E0315.oap"),
    },
    Explanation {
        code: "E0316",
        title: "a chain proves something else",
        text: "The first and last term, with the weakest sign between them, are what a chain proves. It must be \
            the statement, or, for a sub-derivation or a case, its part.",
        files: &[file!("E0316.oa"), file!("E0316.oap")],
        run: Ok("prove E0316.oa E0316.oap"),
    },
    Explanation {
        code: "E0317",
        title: "a step reached the work limit",
        text: "The search for a step visits a limited number of states, 20000 unless `--max-states` says \
            otherwise. At the limit it gives up, and the answer is `declined` with exit code 2: the step may \
            be right. The example sets the limit very low.",
        files: &[file!("E0317.oa"), file!("E0317.oap")],
        run: Ok("prove E0317.oa E0317.oap --max-states 10"),
    },
    Explanation {
        code: "E0318",
        title: "a proof rests on what it may not assume",
        text: "The kernel's theorem lists every hypothesis that a proof used, through all that it cites. One of \
            them is not among those that the statement assumes. Citations are checked one by one before it \
            comes to that (E0307, E0313), so this last check should never speak; if it does, please report it \
            with the input.",
        files: &[],
        run: Err("There is no example: none is known."),
    },
    Explanation {
        code: "E0319",
        title: "the kernel refused a proposed step",
        text: "The search found a step and the kernel did not accept it: a bug of the search, never a wrong \
            result, since only the kernel proves. The exit code is 70. Please report it with the input.",
        files: &[],
        run: Err("There is no example: none is known."),
    },
    Explanation {
        code: "E0320",
        title: "a step was given up when the run was ended early",
        text: "The run was out of time (`--timeout`) or of memory (`--memory`), or somebody pressed Ctrl-C. What \
            was proved before then is proved; this step and those after it were not looked at to the end, and \
            the answer is `declined` with exit code 2.",
        files: &[],
        run: Err("There is no example: when a run is ended early depends on the machine."),
    },
    Explanation {
        code: "E0321",
        title: "`(auto)` found no proof",
        text: "The searches behind the hint `(auto)` came to their end without a proof. They are not complete, so this \
            does not mean that the step is wrong: the answer is `declined` with exit code 2, unless a model was \
            found in which the step is false, which is then shown. Cite the facts that the step needs, or put a \
            term between.",
        files: &[file!("E0321.oa"), file!("E0321.oap")],
        run: Ok("prove E0321.oa E0321.oap"),
    },
    Explanation {
        code: "E0322",
        title: "a proof of one is no proof of all",
        text: "A statement for all actions, or all predicates, is proved of one about which nothing is assumed. A \
            hypothesis of the theory that mentions the name speaks of one action only, so what rests on it cannot \
            be said of all. Give the quantified action another name in the statement, or do without the hypothesis.",
        files: &[file!("E0322.oa"), file!("E0322.oap")],
        run: Ok("prove E0322.oa E0322.oap"),
    },
];
