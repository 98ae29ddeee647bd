//! What every code means: one table, one entry per code. Each example is run by a test.

use crate::explain::{ExampleFile, Explanation};

/// A file of `checker/errors`.
macro_rules! file {
    ($name:literal) => {
        file!($name, 1)
    };
    ($name:literal, $times:literal) => {
        ExampleFile {
            name: $name,
            bytes: include_bytes!(concat!("../errors/", $name)),
            times: $times,
        }
    };
}

/// All explanations, by code.
pub const EXPLANATIONS: &[Explanation] = &[
    Explanation {
        code: "E0001",
        title: "a file is not there",
        text: "An argument that ends in `.oa` or `.oap`, or has the form of a path, is taken as a file or a \
            folder, and there is none of that name. Labels such as `24` are not looked for among files.",
        files: &[],
        run: Ok("no-such-file.oa"),
    },
    Explanation {
        code: "E0002",
        title: "an input cannot be read",
        text: "The system refuses to read a file or folder: a missing permission, a path through something that \
            is not a folder, a device that fails. The message has the system's reason.",
        files: &[file!("E0010.oa")],
        run: Ok("E0010.oa/law.oa"),
    },
    Explanation {
        code: "E0003",
        title: "a folder has no statements or scripts",
        text: "Of a folder, all files that end in `.oa` or `.oap` are read, and this one has none. Folders in \
            it are not searched.",
        files: &[],
        run: Ok("./"),
    },
    Explanation {
        code: "E0004",
        title: "neither statements nor a script",
        text: "The kind of a file is told by its ending, `.oa` for statements and `.oap` for proof scripts, and \
            otherwise, as for standard input, by its first word: `theory` or `proofs`.",
        files: &[file!("E0004.txt")],
        run: Ok("./E0004.txt"),
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
        run: Ok("E0006.oa E0006b.oa"),
    },
    Explanation {
        code: "E0007",
        title: "theories extend each other",
        text: "`theory A extends B` means that A starts with everything that B has, so that B must stand on its \
            own.",
        files: &[file!("E0007.oa"), file!("E0007b.oa")],
        run: Ok("E0007.oa E0007b.oa"),
    },
    Explanation {
        code: "E0008",
        title: "no statement has this label",
        text: "An argument that is not a file is the label of a statement: `24`, `(24)`, `\"Theorem 1\"`, or, \
            with the name of the theory, `S5:24`.",
        files: &[],
        run: Ok("99"),
    },
    Explanation {
        code: "E0009",
        title: "not a statement to be proved",
        text: "The label is that of a hypothesis, which the theory assumes, or of a definition, which is true \
            by agreement. Neither has a proof.",
        files: &[],
        run: Ok("14"),
    },
    Explanation {
        code: "E0010",
        title: "a statement has no proof",
        text: "The theory states a lemma or theorem, and none of the scripts at hand proves it. A statement \
            without a proof does not hold, so the exit code is 1.",
        files: &[file!("E0010.oa")],
        run: Ok("E0010.oa"),
    },
    Explanation {
        code: "E0011",
        title: "no such code",
        text: "The argument of `reductio explain` is a code that errors and warnings show in brackets.",
        files: &[],
        run: Err("Run it: `reductio explain E9999`."),
    },
    Explanation {
        code: "E0012",
        title: "files cannot be written",
        text: "`reductio explain CODE --save FOLDER` makes the folder and writes the files of the example into it; \
            so does `reductio models --format svg --save FOLDER` with its pictures. The system refuses.",
        files: &[],
        run: Err("Run it: `reductio explain E0309 --save /dev/null/example`."),
    },
    Explanation {
        code: "E0013",
        title: "not a hypothesis of Theorem 1",
        text: "`reductio models --drop` takes the label of a hypothesis of S5's Theorem 1, or of one inclusion of \
            (14) or (15).",
        files: &[],
        run: Err("Run it: `reductio models --drop 22`."),
    },
    Explanation {
        code: "E0014",
        title: "systems of a size that cannot be searched",
        text: "There are no systems without states or without processes, and those of large sizes are too many; \
            the message names the limit. Sizes that take minutes to days are counted with `--checkpoint FILE`.",
        files: &[],
        run: Err("Run it: `reductio models --states 0`."),
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
        text: "Some options of `reductio models` answer different questions, or need another one; the message says \
            which.",
        files: &[],
        run: Err("Run it: `reductio models --save pictures`."),
    },
    Explanation {
        code: "E0017",
        title: "a formula that cannot be decided for its form",
        text: "`reductio decide` answers `e = f` and `e <= f`, with premises of the same form before `=>`. Statements \
            about indices alone, such as `i != j`, are no such relation.",
        files: &[],
        run: Err("Run it: `reductio decide \"i != j\"`."),
    },
    Explanation {
        code: "E0101",
        title: "a file is too large",
        text: "Files of statements and scripts may have one mebibyte each. The largest bundled file has 2 % of \
            that.",
        files: &[file!("E0101.oa", 20000)],
        run: Ok("E0101.oa"),
    },
    Explanation {
        code: "E0102",
        title: "a file is not UTF-8",
        text: "Statements and scripts are UTF-8 texts; ASCII is a part of it. The file has a byte that no UTF-8 \
            text has at that place.",
        files: &[file!("E0102.oa")],
        run: Ok("E0102.oa"),
    },
    Explanation {
        code: "E0103",
        title: "an unknown character",
        text: "No sign of the language starts with this character. The operators are `+`, the product `x y` or \
            `x . y`, `x*`, `x^w`, `x ? y` and the complement `!p`; their Unicode spellings are understood as \
            well.",
        files: &[file!("E0103.oa")],
        run: Ok("E0103.oa"),
    },
    Explanation {
        code: "E0104",
        title: "something else was expected",
        text: "The text stops making sense here: the message says what could stand in this place, and what \
            does.",
        files: &[file!("E0104.oa")],
        run: Ok("E0104.oa"),
    },
    Explanation {
        code: "E0105",
        title: "a bracket is not closed",
        text: "The item, or the text, ends before this bracket is closed.",
        files: &[file!("E0105.oa")],
        run: Ok("E0105.oa"),
    },
    Explanation {
        code: "E0106",
        title: "nesting is too deep",
        text: "Brackets, and terms, may be 200 levels deep. Deeper ones would not be read by people either: \
            name parts of them with `definition`.",
        files: &[file!("E0106.oa")],
        run: Ok("E0106.oa"),
    },
    Explanation {
        code: "E0107",
        title: "an unknown name",
        text: "The name is not declared with `action` or `predicate`, and not defined before this place. A \
            product needs a space between its factors: `xy` is one name. A name with indices is another name \
            than the same without: `u` and `u_i`.",
        files: &[file!("E0107.oa")],
        run: Ok("E0107.oa"),
    },
    Explanation {
        code: "E0108",
        title: "a free index",
        text: "An index is bound by a sum `(+i : u_i)` or a product `(.i : p_i)`, or declared with `index i`: \
            then a statement is for all i. In a proof, the indices of the statement are fixed and no others \
            may occur.",
        files: &[file!("E0108.oa")],
        run: Ok("E0108.oa"),
    },
    Explanation {
        code: "E0109",
        title: "a predicate was needed",
        text: "Complement, and the product over an index, exist for predicates only: `!x` of an action x means \
            nothing. Declare the symbol with `predicate`.",
        files: &[file!("E0109.oa")],
        run: Ok("E0109.oa"),
    },
    Explanation {
        code: "E0110",
        title: "wrong arguments of a defined name",
        text: "A definition such as `[x] = x*` has a number of parameters, and is used with that many \
            arguments, of the sorts of the parameters.",
        files: &[file!("E0110.oa")],
        run: Ok("E0110.oa"),
    },
    Explanation {
        code: "E0111",
        title: "a definition that does not define",
        text: "The right side of a definition may use its parameters, and indices that it binds itself. Another \
            index would have no meaning where the name is used.",
        files: &[file!("E0111.oa")],
        run: Ok("E0111.oa"),
    },
    Explanation {
        code: "E0112",
        title: "declared twice",
        text: "A name, a label or the proof of a statement may be given once.",
        files: &[file!("E0112.oa")],
        run: Ok("E0112.oa"),
    },
    Explanation {
        code: "E0113",
        title: "no statement has this label",
        text: "A label after `assuming`, or in a hint, must be that of a statement or definition of the theory, \
            declared before.",
        files: &[file!("E0113.oa")],
        run: Ok("E0113.oa"),
    },
    Explanation {
        code: "E0114",
        title: "not a hypothesis",
        text: "`assuming` lists the hypotheses that a proof may use. Lemmas are not assumed: a proof cites \
            them.",
        files: &[file!("E0114.oa")],
        run: Ok("E0114.oa"),
    },
    Explanation {
        code: "E0115",
        title: "no such theory",
        text: "The theory after `extends`, or after `proofs of`, is neither among the files given nor bundled.",
        files: &[file!("E0115.oa")],
        run: Ok("E0115.oa"),
    },
    Explanation {
        code: "E0301",
        title: "a script proves something else",
        text: "A script repeats the statement that it proves, so that a reader sees it next to its proof. The \
            two texts must mean the same formula. Names of bound indices and the spelling of operators do \
            not matter; the order of summands does.",
        files: &[file!("E0301.oa"), file!("E0301.oap")],
        run: Ok("E0301.oa E0301.oap"),
    },
    Explanation {
        code: "E0302",
        title: "not a statement to be proved",
        text: "The script has a proof for a label that is a hypothesis or a definition, or that the theory does \
            not have.",
        files: &[file!("E0302.oa"), file!("E0302.oap")],
        run: Ok("E0302.oa E0302.oap"),
    },
    Explanation {
        code: "E0303",
        title: "proved twice",
        text: "Two scripts prove one statement. Which of the proofs should count?",
        files: &[file!("E0303.oa"), file!("E0303.oap"), file!("E0303b.oap")],
        run: Ok("E0303.oa E0303.oap E0303b.oap"),
    },
    Explanation {
        code: "E0304",
        title: "a circle",
        text: "Proofs may cite statements in any order of the text, but not rest on themselves: here, to prove \
            the statement one would have to have proved it.",
        files: &[file!("E0304.oa"), file!("E0304.oap")],
        run: Ok("E0304.oa E0304.oap"),
    },
    Explanation {
        code: "E0305",
        title: "a citation against the order",
        text: "A script that says `top down from (n)` keeps the rule of S5: within the proof of a formula from \
            n on, only larger numbers and results before n may be cited. The example is not circular, but it \
            breaks the rule.",
        files: &[file!("E0305.oa"), file!("E0305.oap")],
        run: Ok("E0305.oa E0305.oap"),
    },
    Explanation {
        code: "E0306",
        title: "a cited statement is not proved",
        text: "The statement that the hint cites has no proof, or a proof with faults. Where the fault is in \
            the same run, it is shown there, and this one only with `--format json`; the example asks for \
            one statement only.",
        files: &[file!("E0306.oa"), file!("E0306.oap")],
        run: Ok("E0306.oa E0306.oap 2"),
    },
    Explanation {
        code: "E0307",
        title: "not assumed",
        text: "A statement with `assuming` may be proved from the hypotheses in that list only.",
        files: &[file!("E0307.oa"), file!("E0307.oap")],
        run: Ok("E0307.oa E0307.oap"),
    },
    Explanation {
        code: "E0308",
        title: "there is no premise",
        text: "`(hyp)` stands for the premise of a statement `premise => conclusion`. This statement has none; \
            hypotheses of the theory are cited by label.",
        files: &[file!("E0308.oa"), file!("E0308.oap")],
        run: Ok("E0308.oa E0308.oap"),
    },
    Explanation {
        code: "E0309",
        title: "a step does not follow from its hint",
        text: "Each step of a chain must follow from the facts in its hint and the laws of semirings, regular \
            algebra, Boolean algebra of predicates and finite sums. Every step is searched for and then \
            proved by the kernel; this one was not found. Look at the two terms, at the sign, and at the \
            hint. Where a small change would help, a line of help says so.",
        files: &[file!("E0309.oa"), file!("E0309.oap")],
        run: Ok("E0309.oa E0309.oap"),
    },
    Explanation {
        code: "E0310",
        title: "a fact does not follow",
        text: "A hint may state a fact, `x <= y (24)`, with the references that prove it. Without a reference \
            it must follow from regular and Boolean algebra alone.",
        files: &[file!("E0310.oa"), file!("E0310.oap")],
        run: Ok("E0310.oa E0310.oap"),
    },
    Explanation {
        code: "E0311",
        title: "nothing below proves the fact",
        text: "`(below)` refers to a sub-derivation after the word `below`, from the one side of the fact to \
            the other.",
        files: &[file!("E0311.oa"), file!("E0311.oap")],
        run: Ok("E0311.oa E0311.oap"),
    },
    Explanation {
        code: "E0312",
        title: "an induction rule without its premise",
        text: "`(* ind L)` turns a fact x y <= y into x* y = y; `(* ind R)` turns x y <= x into x y* = x; `(? \
            ind)` turns x <= y x + z into x <= y ? z. The fact must stand before the rule in the same hint.",
        files: &[file!("E0312.oa"), file!("E0312.oap")],
        run: Ok("E0312.oa E0312.oap"),
    },
    Explanation {
        code: "E0313",
        title: "the premises of a lemma do not follow",
        text: "A lemma `premise => conclusion` can be cited where its premises follow from the facts that stand \
            before it in the hint.",
        files: &[file!("E0313.oa"), file!("E0313.oap")],
        run: Ok("E0313.oa E0313.oap"),
    },
    Explanation {
        code: "E0314",
        title: "a value for something else",
        text: "`(1) with x := ...` gives a value to a variable of the cited statement. Symbols that hypotheses \
            or definitions speak of are not variables of one statement, and other names do not occur in it.",
        files: &[file!("E0314.oa"), file!("E0314.oap")],
        run: Ok("E0314.oa E0314.oap"),
    },
    Explanation {
        code: "E0315",
        title: "a chain goes up and down",
        text: "From `a <= b` and `b >= c` nothing follows about a and c. A chain uses `=` and one of `<=`, \
            `>=`.",
        files: &[file!("E0315.oa"), file!("E0315.oap")],
        run: Ok("E0315.oa E0315.oap"),
    },
    Explanation {
        code: "E0316",
        title: "a chain proves something else",
        text: "The first and last term, with the weakest sign between them, are what a chain proves. It must be \
            the statement, or, for a sub-derivation or a case, its part.",
        files: &[file!("E0316.oa"), file!("E0316.oap")],
        run: Ok("E0316.oa E0316.oap"),
    },
    Explanation {
        code: "E0317",
        title: "a step reached the work limit",
        text: "The search for a step visits a limited number of states, 20000 unless `--max-states` says \
            otherwise. At the limit it gives up, and the answer is `declined` with exit code 2: the step may \
            be right. The example sets the limit very low.",
        files: &[file!("E0317.oa"), file!("E0317.oap")],
        run: Ok("E0317.oa E0317.oap --max-states 10"),
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
        code: "W0001",
        title: "nothing to prove",
        text: "A statement file without lemmas and theorems, or a script without proofs. Nothing was checked, \
            and nothing is wrong.",
        files: &[file!("W0001.oa")],
        run: Ok("W0001.oa"),
    },
    Explanation {
        code: "W0002",
        title: "nothing to draw",
        text: "`reductio models --format svg` and `--format dot` draw the models in which something is false. Where \
            nothing was found to be false there is none. The exit code is that of the answer.",
        files: &[],
        run: Err("Run it: `reductio models --states 2 --format svg`."),
    },
    Explanation {
        code: "W0301",
        title: "a reference is not needed",
        text: "The step was proved without this reference. Leave it out, unless it tells the reader something.",
        files: &[file!("W0301.oa"), file!("W0301.oap")],
        run: Ok("W0301.oa W0301.oap"),
    },
    Explanation {
        code: "W0302",
        title: "a sub-derivation is not used",
        text: "No hint cites this sub-derivation with `(below)`. It was checked all the same.",
        files: &[file!("W0302.oa"), file!("W0302.oap")],
        run: Ok("W0302.oa W0302.oap"),
    },
    Explanation {
        code: "W0303",
        title: "what `(auto)` found",
        text: "The step was searched for, and this is what proves it. Written in place of the hint, it makes the \
            script independent of the search, and quicker. Nothing is wrong.",
        files: &[file!("W0303.oa"), file!("W0303.oap")],
        run: Ok("W0303.oa W0303.oap"),
    },
];
