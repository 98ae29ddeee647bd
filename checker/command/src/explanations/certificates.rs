//! Explanations of the codes of certificate files: E0701-E0707.

use super::{Explanation, file};

pub(super) const ENTRIES: &[Explanation] = &[
    Explanation {
        code: "E0701",
        title: "a certificate that is cut off",
        text: "The last line of a certificate is its `end` line, which counts what the file has. It is missing, or \
            counts otherwise, or something stands behind it: the file was not copied to its end, or was changed. \
            `reductio prove --certificate` writes it anew.",
        files: &[file!("E0701.cert")],
        run: Ok("verify E0701.cert"),
    },
    Explanation {
        code: "E0702",
        title: "no certificate, or one of another version",
        text: "A certificate starts with the line `reductio certificate 1`. This program reads versions 1 and 2; a file of a \
            later version needs a later program.",
        files: &[file!("E0702.cert")],
        run: Ok("verify E0702.cert"),
    },
    Explanation {
        code: "E0703",
        title: "a line of a certificate that does not hold",
        text: "The file claims to prove something, and this line of it is wrong: a step that the kernel refuses, a \
            step or a term that is left out, a text that is not what its formula says, a claim that is not what was \
            proved. Nothing of the file counts as proved. The format is told in theorems/certificate/FORMAT.md.",
        files: &[file!("E0703.cert")],
        run: Ok("verify E0703.cert"),
    },
    Explanation {
        code: "E0704",
        title: "a certificate about other statements",
        text: "The steps of the certificate hold, but what they prove is not what the statement file says under this \
            label: another formula, another definition, another hypothesis. Without `--statements`, theories with the \
            name of a bundled one are compared with that; `--statements FILE.oa` compares with another file.",
        files: &[file!("E0704.cert"), file!("E0704.oa")],
        run: Ok("verify E0704.cert --statements E0704.oa"),
    },
    Explanation {
        code: "E0705",
        title: "a certificate that is too large to be checked",
        text: "This verifier bounds the work of a step: formulas are at most 400 deep and have at most 1,000,000 nodes \
            when they are written out. Certificates that `reductio prove` writes are far below. The certificate is not \
            refused as wrong; it is not checked.",
        files: &[file!("E0705.cert")],
        run: Ok("verify E0705.cert"),
    },
    Explanation {
        code: "E0706",
        title: "a certificate that cannot be written",
        text: "`--certificate FILE` writes the proofs of all statements that were asked for. It writes nothing when one \
            of them is not proved, and it does not write over a file that is no certificate.",
        files: &[file!("E0706.oa")],
        run: Ok("prove 25 --certificate E0706.oa"),
    },
    Explanation {
        code: "E0707",
        title: "no problem for automated provers",
        text: "`reductio export tptp` writes one statement, for 1 to 8 processes. A problem of more than 16 MiB is not \
            written: sums over processes within each other grow quickly, and fewer processes help.",
        files: &[],
        run: Ok("export tptp 24 25"),
    },
];
