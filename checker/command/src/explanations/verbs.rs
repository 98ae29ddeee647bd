//! Explanations of the codes of questions about systems: E0690-E0695.

use super::{Explanation, file};

pub(super) const ENTRIES: &[Explanation] = &[
    Explanation {
        code: "E0690",
        title: "a property that the system refuses",
        text: "A predicate of `--property` was read without a fault, and the system refuses it all the same: a \
            cell that it does not have, or a value that may be missing. What is wrong with a predicate is \
            found before (E06..), so this last check should never speak; if it does, please report it with \
            the input.",
        files: &[],
        run: Err("There is no example: none is known."),
    },
    Explanation {
        code: "E0691",
        title: "no such protected variable",
        text: "`--demote` names variables that are declared with `protected`, or elements of them: `--demote \
            data`, `--demote 'data[1]'`. Several are separated by commas. `--demote-outside` demotes those \
            to which the reduction theorem does not apply.",
        files: &[file!("E0691.sys")],
        run: Ok("check E0691.sys --demote date"),
    },
    Explanation {
        code: "E0692",
        title: "a run that is too long to be drawn",
        text: "A sequence chart has at most 200 steps. `--format dot` and `--format text` show runs of any \
            length.",
        files: &[file!("E0692.sys")],
        run: Ok("simulate E0692.sys --steps 201 --format svg"),
    },
    Explanation {
        code: "E0693",
        title: "too many states for `validate`",
        text: "`reductio validate` builds the relations of all threads over all states and multiplies them, \
            which is work for small systems. Two or three threads and small ranges are enough: the \
            hypotheses speak of two transitions at a time. `reductio check` explores larger systems.",
        files: &[file!("E0693.sys")],
        run: Ok("validate E0693.sys"),
    },
    Explanation {
        code: "E0694",
        title: "a run that cannot be shown again",
        text: "The steps of `--steps`, or the file of `--run`, are no run of this system: a thread or \
            transition that it does not have, a step that is not possible in the state, a file that breaks \
            off or belongs to another system. Numbers of threads and transitions are from 0. Runs of a \
            system that has changed since are made anew with `reductio check` or `reductio simulate`.",
        files: &[file!("E0694.sys")],
        run: Ok("replay E0694.sys --steps 0.0,1.0"),
    },
    Explanation {
        code: "E0695",
        title: "too many states for a state graph",
        text: "`reductio states` writes every state and every step. Its limit is 10000 states, or what \
            `--max-states` says; those that follow a violation of the discipline count as well. `reductio \
            check` says how many states there are and what is wrong, for systems of any size.",
        files: &[file!("E0695.sys")],
        run: Ok("states E0695.sys --max-states 100"),
    },
];
