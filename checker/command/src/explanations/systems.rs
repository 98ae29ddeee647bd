//! Explanations of the codes of systems' texts, names and constants: E0601-E0618.

use super::{Explanation, file};

pub(super) const ENTRIES: &[Explanation] = &[
    Explanation {
        code: "E0601",
        title: "the text of a system is too large",
        text: "The text of a system, or of a predicate of `--property`, may have one mebibyte. A file that is \
            larger is refused before it is parsed (E0101).",
        files: &[],
        run: Err(
            "There is no example to run: it would have to be a predicate of a mebibyte on the command line.",
        ),
    },
    Explanation {
        code: "E0602",
        title: "an unknown character in a system",
        text: "No sign of the language of systems starts with this character. Operators are words and ASCII \
            signs: `and`, `or`, `not`, `div`, `mod`, `==`, `!=`, `<=`. Comments start with `--`.",
        files: &[file!("E0602.sys")],
        run: Ok("check E0602.sys"),
    },
    Explanation {
        code: "E0603",
        title: "something else was expected in a system",
        text: "The text stops making sense here: the message says what could stand in this place, and what \
            does. Statements on one line are separated by `;`.",
        files: &[file!("E0603.sys")],
        run: Ok("check E0603.sys"),
    },
    Explanation {
        code: "E0604",
        title: "a bracket of a system is not closed",
        text: "The declaration, or the text, ends before this bracket is closed.",
        files: &[file!("E0604.sys")],
        run: Ok("check E0604.sys"),
    },
    Explanation {
        code: "E0605",
        title: "nesting in a system is too deep",
        text: "Brackets, expressions and blocks may be 200 levels deep. Compute a part of a deep expression \
            into a variable.",
        files: &[file!("E0605.sys")],
        run: Ok("check E0605.sys"),
    },
    Explanation {
        code: "E0606",
        title: "a number has more than 32 bits",
        text: "Integers are between -2147483648 and 2147483647, in constants and while the system runs. What is \
            computed from constants is checked when the file is read; an overflow at run time is a failure \
            of the thread.",
        files: &[file!("E0606.sys")],
        run: Ok("check E0606.sys"),
    },
    Explanation {
        code: "E0607",
        title: "an unknown name in a system",
        text: "Nothing of this name is declared, or bound by `exists` or `forall` around this place. \
            Declarations may stand in any order, and capitals matter.",
        files: &[file!("E0607.sys")],
        run: Ok("check E0607.sys"),
    },
    Explanation {
        code: "E0608",
        title: "a name is declared twice",
        text: "All global names, the values of enumerations included, are in one name space. The names of local \
            variables, parameters, indices and bound names must differ from them and from each other where \
            they meet. The labels of one thread differ.",
        files: &[file!("E0608.sys")],
        run: Ok("check E0608.sys"),
    },
    Explanation {
        code: "E0609",
        title: "a variable of two classes",
        text: "A variable is open, protected or something that synchronizes: one of them only. Several \
            predicates of one protected variable stand in one declaration, where they are or-ed.",
        files: &[file!("E0609.sys")],
        run: Ok("check E0609.sys"),
    },
    Explanation {
        code: "E0610",
        title: "an unknown label",
        text: "The thread has no statement with this label. A label stands before a statement: `L: x := 1`. \
            Every thread can be `at end` and `at failed`.",
        files: &[file!("E0610.sys")],
        run: Ok("check E0610.sys"),
    },
    Explanation {
        code: "E0611",
        title: "an unknown field",
        text: "A record has the fields of its type, and a thread, in predicates, its local variables. In \
            predicates locks have `owner`, `free` and `depth`, monitors `waiters[t]` as well, semaphores \
            `value`, queues `length`.",
        files: &[file!("E0611.sys")],
        run: Ok("check E0611.sys"),
    },
    Explanation {
        code: "E0612",
        title: "no such constant",
        text: "`--const NAME=VALUE` gives a constant that the system declares with `const` another value.",
        files: &[file!("E0612.sys")],
        run: Ok("check E0612.sys --const USER=3"),
    },
    Explanation {
        code: "E0613",
        title: "a name of something else",
        text: "The name is known, but it stands for something that cannot be used here: a type where a value is \
            needed, a semaphore where a lock is needed, a lock where `wait` needs a monitor.",
        files: &[file!("E0613.sys")],
        run: Ok("check E0613.sys"),
    },
    Explanation {
        code: "E0614",
        title: "a value of the wrong type",
        text: "Truth values, integers, the names of an enumeration, threads and records are different types, \
            and no number counts as a truth value. A value that may be `none` must be compared before it can \
            be used as a number.",
        files: &[file!("E0614.sys")],
        run: Ok("check E0614.sys"),
    },
    Explanation {
        code: "E0615",
        title: "too many or too few",
        text: "An array needs one index for each of its index variables, a record one value for each field, \
            `receive` one target for each field.",
        files: &[file!("E0615.sys")],
        run: Ok("check E0615.sys"),
    },
    Explanation {
        code: "E0616",
        title: "a constant was needed",
        text: "Bounds of ranges, sizes, and initial values are worked out when the file is read. They may use \
            numbers, constants, and the indices or parameters of their declaration, no variables.",
        files: &[file!("E0616.sys")],
        run: Ok("check E0616.sys"),
    },
    Explanation {
        code: "E0617",
        title: "declared through itself",
        text: "Constants and types are worked out from each other, so that none may lead back to itself.",
        files: &[file!("E0617.sys")],
        run: Ok("check E0617.sys"),
    },
    Explanation {
        code: "E0618",
        title: "an empty range",
        text: "The first bound of a range is not greater than the second. Where constants make it so, the range is that of \
            an empty family: threads and arrays over it have no element, `forall` over it is true and `exists` false. \
            But a variable needs a value, and between two numbers an empty range is a mistake.",
        files: &[file!("E0618.sys")],
        run: Ok("check E0618.sys"),
    },
];
