//! Explanations of the codes of statement files, and of reading any text: E0101-E0116.

use super::{Explanation, file};

pub(super) const ENTRIES: &[Explanation] = &[
    Explanation {
        code: "E0101",
        title: "a file is too large",
        text: "Statement files, scripts, systems and notebooks may have one mebibyte each. The largest bundled file \
            has 3 % of that.",
        files: &[file!("E0101.oa", 20000)],
        run: Ok("prove E0101.oa"),
    },
    Explanation {
        code: "E0102",
        title: "a file is not UTF-8",
        text: "Files are UTF-8 texts; ASCII is a part of it. The file has a byte that no UTF-8 \
            text has at that place.",
        files: &[file!("E0102.oa")],
        run: Ok("prove E0102.oa"),
    },
    Explanation {
        code: "E0103",
        title: "an unknown character",
        text: "No sign of the language starts with this character. The operators are `+`, the product `x y` or \
            `x . y`, `x*`, `x^w`, `x ? y` and the complement `!p`; their Unicode spellings are understood as \
            well.",
        files: &[file!("E0103.oa")],
        run: Ok("prove E0103.oa"),
    },
    Explanation {
        code: "E0104",
        title: "something else was expected",
        text: "The text stops making sense here: the message says what could stand in this place, and what \
            does.",
        files: &[file!("E0104.oa")],
        run: Ok("prove E0104.oa"),
    },
    Explanation {
        code: "E0105",
        title: "a bracket is not closed",
        text: "The item, or the text, ends before this bracket is closed.",
        files: &[file!("E0105.oa")],
        run: Ok("prove E0105.oa"),
    },
    Explanation {
        code: "E0106",
        title: "nesting is too deep",
        text: "Brackets, and terms, may be 200 levels deep. Deeper ones would not be read by people either: \
            name parts of them with `definition`.",
        files: &[file!("E0106.oa")],
        run: Ok("prove E0106.oa"),
    },
    Explanation {
        code: "E0107",
        title: "an unknown name",
        text: "The name is not declared with `action` or `predicate`, and not defined before this place. A \
            product needs a space between its factors: `xy` is one name. A name with indices is another name \
            than the same without: `u` and `u_i`.",
        files: &[file!("E0107.oa")],
        run: Ok("prove E0107.oa"),
    },
    Explanation {
        code: "E0108",
        title: "a free index",
        text: "An index is bound by a sum `(+i : u_i)` or a product `(.i : p_i)`, or declared with `index i`: \
            then a statement is for all i. In a proof, the indices of the statement are fixed and no others \
            may occur.",
        files: &[file!("E0108.oa")],
        run: Ok("prove E0108.oa"),
    },
    Explanation {
        code: "E0109",
        title: "a predicate was needed",
        text: "Complement, and the product over an index, exist for predicates only: `!x` of an action x means \
            nothing. Declare the symbol with `predicate`.",
        files: &[file!("E0109.oa")],
        run: Ok("prove E0109.oa"),
    },
    Explanation {
        code: "E0110",
        title: "wrong arguments of a defined name",
        text: "A definition such as `[x] = x*` has a number of parameters, and is used with that many \
            arguments, of the sorts of the parameters.",
        files: &[file!("E0110.oa")],
        run: Ok("prove E0110.oa"),
    },
    Explanation {
        code: "E0111",
        title: "a definition that does not define",
        text: "The right side of a definition may use its parameters, and indices that it binds itself. Another \
            index would have no meaning where the name is used.",
        files: &[file!("E0111.oa")],
        run: Ok("prove E0111.oa"),
    },
    Explanation {
        code: "E0112",
        title: "declared twice",
        text: "A name, a label or the proof of a statement may be given once.",
        files: &[file!("E0112.oa")],
        run: Ok("prove E0112.oa"),
    },
    Explanation {
        code: "E0113",
        title: "no statement has this label",
        text: "A label after `assuming`, or in a hint, must be that of a statement or definition of the theory, \
            declared before.",
        files: &[file!("E0113.oa")],
        run: Ok("prove E0113.oa"),
    },
    Explanation {
        code: "E0114",
        title: "not a hypothesis",
        text: "`assuming` lists the hypotheses that a proof may use. Lemmas are not assumed: a proof cites \
            them.",
        files: &[file!("E0114.oa")],
        run: Ok("prove E0114.oa"),
    },
    Explanation {
        code: "E0115",
        title: "no such theory",
        text: "The theory after `extends`, or after `proofs of`, is neither among the files given nor bundled.",
        files: &[file!("E0115.oa")],
        run: Ok("prove E0115.oa"),
    },
    Explanation {
        code: "E0116",
        title: "a quantifier over indices for an action",
        text: "`for all i:` ranges over indices. `for all actions z:` ranges over actions, and \
            `for all predicates p:` over predicates; where a statement is not about all of them within a premise, \
            no quantifier is needed: names that are free stand for anything.",
        files: &[file!("E0116.oa")],
        run: Ok("prove E0116.oa"),
    },
];
