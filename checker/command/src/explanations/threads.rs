//! Explanations of the codes of values, threads and sizes of systems: E0619-E0637.

use super::{Explanation, file};

pub(super) const ENTRIES: &[Explanation] = &[
    Explanation {
        code: "E0619",
        title: "a system without threads",
        text: "Only threads take steps: without one there is nothing to explore.",
        files: &[file!("E0619.sys")],
        run: Ok("check E0619.sys"),
    },
    Explanation {
        code: "E0620",
        title: "never in range",
        text: "Whatever the state, the value does not fit what it is assigned to, or the index its array. What \
            may fit in some states and not in others is no error: it fails at run time, in the states in \
            which it does not fit.",
        files: &[file!("E0620.sys")],
        run: Ok("check E0620.sys"),
    },
    Explanation {
        code: "E0621",
        title: "an index that may be out of range",
        text: "Predicates, invariants and properties have a value in every state, reachable or not, so that \
            their indices must be in range by their types alone. Quantify over the type of the index. The \
            index of a thread must always be in range, in code too.",
        files: &[file!("E0621.sys")],
        run: Ok("check E0621.sys"),
    },
    Explanation {
        code: "E0622",
        title: "arithmetic that may have no result",
        text: "Predicates, invariants and properties have a value in every state, reachable or not. Here the \
            types allow a divisor of 0, or a result that needs more than 32 bits.",
        files: &[file!("E0622.sys")],
        run: Ok("check E0622.sys"),
    },
    Explanation {
        code: "E0623",
        title: "a division by zero",
        text: "The divisor is the constant 0. A divisor that is 0 in some states only is no error: the thread \
            fails in these states.",
        files: &[file!("E0623.sys")],
        run: Ok("check E0623.sys"),
    },
    Explanation {
        code: "E0624",
        title: "what belongs to another thread",
        text: "Threads share variables that are declared with `var` or `protected`, and nothing else: the code \
            of a thread reads its own local variables, and does not see where another thread is. Predicates, \
            invariants and properties do.",
        files: &[file!("E0624.sys")],
        run: Ok("check E0624.sys"),
    },
    Explanation {
        code: "E0625",
        title: "what only predicates can read",
        text: "Code uses locks, semaphores and queues by their operations only: to look whether a lock is free, \
            without taking it, would be synchronization that no lock orders. Predicates, invariants and \
            properties can read their state.",
        files: &[file!("E0625.sys")],
        run: Ok("check E0625.sys"),
    },
    Explanation {
        code: "E0626",
        title: "not to be assigned to",
        text: "Variables, elements of arrays and fields of records can be assigned to. Constants, parameters, \
            threads, locks, semaphores and queues cannot.",
        files: &[file!("E0626.sys")],
        run: Ok("check E0626.sys"),
    },
    Explanation {
        code: "E0627",
        title: "in the wrong place",
        text: "`break` and `continue` stand in a loop, `when` at the start of a branch of `choose`, `local` \
            before the statements of its thread, `me` in the code of a thread. The branches of a `choose` \
            start at one control point, so that their first statements have no labels of their own.",
        files: &[file!("E0627.sys")],
        run: Ok("check E0627.sys"),
    },
    Explanation {
        code: "E0628",
        title: "a jump out of `synchronized`",
        text: "The block releases its lock at its end. A jump past the end would keep the lock for ever. Write \
            `acquire` and `release` where that is meant.",
        files: &[file!("E0628.sys")],
        run: Ok("check E0628.sys"),
    },
    Explanation {
        code: "E0629",
        title: "a label that not every thread has",
        text: "The thread is any of several, and not all of them have the label. Name the thread, or leave out \
            those without the label: `exists t : thread . t != driver and t at L`.",
        files: &[file!("E0629.sys")],
        run: Ok("check E0629.sys"),
    },
    Explanation {
        code: "E0630",
        title: "a loop without a step",
        text: "Some way round the loop has no statement that takes a step, so that the thread could go round \
            for ever within one step. `skip` is a step.",
        files: &[file!("E0630.sys")],
        run: Ok("check E0630.sys"),
    },
    Explanation {
        code: "E0631",
        title: "a predicate about no thread",
        text: "`for NAME when ...` speaks of a thread if NAME is one, and else of every thread, which it calls \
            NAME. Here NAME is no thread, and the predicate does not mention it either: most likely it is \
            misspelt.",
        files: &[file!("E0631.sys")],
        run: Ok("check E0631.sys"),
    },
    Explanation {
        code: "E0632",
        title: "a size that makes no sense",
        text: "Locks have a depth, semaphores a maximum and queues a capacity of at least 1; the initial value \
            of a semaphore is at least 0 and at most its maximum.",
        files: &[file!("E0632.sys")],
        run: Ok("check E0632.sys"),
    },
    Explanation {
        code: "E0633",
        title: "too many threads",
        text: "A system may have 64 threads, replicated ones counted one by one. Most faults show with two or \
            three.",
        files: &[file!("E0633.sys")],
        run: Ok("check E0633.sys"),
    },
    Explanation {
        code: "E0634",
        title: "too many control points",
        text: "A thread may have 4,096 control points. Move a part into another thread, or use a loop with a \
            local variable that counts.",
        files: &[],
        run: Err("There is no example: it would be a thread of 4,096 statements."),
    },
    Explanation {
        code: "E0635",
        title: "too many nodes",
        text: "Quantifiers are written out for each value, replicated threads and protected arrays for each \
            index, and `any` as one transition for each value. The result may have a million nodes.",
        files: &[file!("E0635.sys")],
        run: Ok("check E0635.sys"),
    },
    Explanation {
        code: "E0636",
        title: "too many cells",
        text: "A state consists of cells: the elements of arrays, the fields of records, the places of queues, \
            owners and depths of locks, and where each thread is. There may be 65,536.",
        files: &[file!("E0636.sys")],
        run: Ok("check E0636.sys"),
    },
    Explanation {
        code: "E0637",
        title: "too many values",
        text: "A type may have 2^31 values. No search would go through them all, but ranges may be generous.",
        files: &[file!("E0637.sys")],
        run: Ok("check E0637.sys"),
    },
];
