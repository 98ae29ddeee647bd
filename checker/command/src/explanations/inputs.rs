//! Explanations of the codes of inputs and of the command line: E0001-E0018.

use super::{Explanation, file};

pub(super) const ENTRIES: &[Explanation] = &[
    Explanation {
        code: "E0001",
        title: "a file is not there",
        text: "An argument that ends in `.oa`, `.oap` or `.sys`, or has the form of a path, is taken as a file or a \
            folder, and there is none of that name. Labels such as `24` are not looked for among files.",
        files: &[],
        run: Ok("prove no-such-file.oa"),
    },
    Explanation {
        code: "E0002",
        title: "an input cannot be read",
        text: "The system refuses to read a file or folder: a missing permission, a path through something that \
            is not a folder, a device that fails. The message has the system's reason.",
        files: &[file!("E0010.oa")],
        run: Ok("prove E0010.oa/law.oa"),
    },
    Explanation {
        code: "E0003",
        title: "a folder has no file of the wanted kind",
        text: "Of a folder, all files of the wanted kind are read: `.oa` and `.oap` by `prove`, `.sys` by `check`. This \
            one has none. Folders in it are not searched.",
        files: &[],
        run: Ok("prove ./"),
    },
    Explanation {
        code: "E0004",
        title: "neither statements nor a script",
        text: "The kind of a file is told by its ending, `.oa` for statements and `.oap` for proof scripts, and \
            otherwise, as for standard input, by its first word: `theory` or `proofs`.",
        files: &[file!("E0004.txt")],
        run: Ok("prove ./E0004.txt"),
    },
    Explanation {
        code: "E0005",
        title: "standard input is a terminal",
        text: "The argument `-` reads a file from standard input, and nothing was sent there. Nothing would \
            happen until you type a file and end it, so the program refuses at once.",
        files: &[],
        run: Err(
            "There is no example to run: it needs a terminal. Send a file, as in `reductio prove - < law.oa`.",
        ),
    },
    Explanation {
        code: "E0006",
        title: "two files state theories of one name",
        text: "A script finds its theory by name, so that the names of the given theories must differ. A given \
            theory may have the name of a bundled one: it takes its place.",
        files: &[file!("E0006.oa"), file!("E0006b.oa")],
        run: Ok("prove E0006.oa E0006b.oa"),
    },
    Explanation {
        code: "E0007",
        title: "theories extend each other",
        text: "`theory A extends B` means that A starts with everything that B has, so that B must stand on its \
            own.",
        files: &[file!("E0007.oa"), file!("E0007b.oa")],
        run: Ok("prove E0007.oa E0007b.oa"),
    },
    Explanation {
        code: "E0008",
        title: "no statement has this label",
        text: "An argument that is not a file is the label of a statement: `24`, `(24)`, `\"Theorem 1\"`, or, \
            with the name of the theory, `S5:24`.",
        files: &[],
        run: Ok("prove 99"),
    },
    Explanation {
        code: "E0009",
        title: "not a statement to be proved",
        text: "The label is that of a hypothesis, which the theory assumes, or of a definition, which is true \
            by agreement. Neither has a proof.",
        files: &[],
        run: Ok("prove 14"),
    },
    Explanation {
        code: "E0010",
        title: "a statement has no proof",
        text: "The theory states a lemma or theorem, and none of the scripts at hand proves it. A statement \
            without a proof does not hold, so the exit code is 1.",
        files: &[file!("E0010.oa")],
        run: Ok("prove E0010.oa"),
    },
    Explanation {
        code: "E0011",
        title: "no such code",
        text: "The argument of `reductio explain` is a code that errors and warnings show in brackets.",
        files: &[],
        run: Ok("explain E9999"),
    },
    Explanation {
        code: "E0012",
        title: "files cannot be written",
        text: "`reductio explain CODE --save FOLDER` makes the folder and writes the files of the example into it; \
            so does `reductio models --format svg --save FOLDER` with its pictures. The system refuses. A page of \
            `reductio report` or `--html` is not written over a file that is no page of `reductio`. \
            A file is written in one step: where the system refuses in the middle (a full disk), the old file is as it was.",
        files: &[],
        run: Ok("explain E0309 --save /dev/null/example"),
    },
    Explanation {
        code: "E0013",
        title: "not a hypothesis of Theorem 1",
        text: "`reductio models --drop` takes the label of a hypothesis of S5's Theorem 1, or of one inclusion of \
            (14) or (15).",
        files: &[],
        run: Ok("models --drop 22"),
    },
    Explanation {
        code: "E0014",
        title: "systems of a size that cannot be searched",
        text: "There are no systems without states or without processes, and those of large sizes are too many; \
            the message names the limit. Sizes that take minutes to days are counted with `--checkpoint FILE`.",
        files: &[],
        run: Ok("models --states 0"),
    },
    Explanation {
        code: "E0015",
        title: "a checkpoint that cannot be taken up",
        text: "`reductio models --checkpoint FILE` reads the file if it is there, and goes on with the count that \
            it is about. This file is about another size, or damaged, or no checkpoint at all. It is left as it \
            is.",
        files: &[],
        run: Err("Run it: `reductio models --states 3 --checkpoint run.txt`, then \
             `reductio models --states 2 --checkpoint run.txt`."),
    },
    Explanation {
        code: "E0016",
        title: "options that do not go together",
        text: "Some options answer different questions, or need another one; the message says \
            which.",
        files: &[],
        run: Ok("models --save pictures"),
    },
    Explanation {
        code: "E0017",
        title: "a formula that cannot be decided for its form",
        text: "`reductio decide` answers `e = f` and `e <= f`, with premises of the same form before `=>`. Statements \
            about indices alone, such as `i != j`, are no such relation.",
        files: &[],
        run: Ok("decide \"i != j\""),
    },
    Explanation {
        code: "E0018",
        title: "a file of the other kind",
        text: "`check`, `validate`, `simulate` and `replay` read systems of threads, `.sys` files. `prove`, `models` and \
            `decide` read statements and scripts, `.oa` and `.oap` files. This file is for the others.",
        files: &[file!("E0018.oa")],
        run: Ok("check E0018.oa"),
    },
    Explanation {
        code: "E0019",
        title: "a formula is false",
        text: "`prove --formula` found a finite model of the hypotheses in which the formula is false. The model is \
            evaluated, and shown; `reductio models --find` shows the smallest one, with a reason.",
        files: &[],
        run: Ok("prove --formula \"x y = y x\""),
    },
    Explanation {
        code: "E0020",
        title: "a formula is undecided",
        text: "Neither a proof of the formula was found nor a model in which it is false. The lines of help say what \
            each search came to, and with which limits. The exit code is 2: the formula may be true or false.",
        files: &[],
        run: Ok("prove --formula \"x <= x T x\""),
    },
];
