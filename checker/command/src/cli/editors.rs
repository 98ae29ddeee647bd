//! The arguments of the verbs for editors: `fmt`, `lsp`.

use clap::Args;

pub(super) const FMT_EXAMPLES: &str = "\
Examples:
  reductio fmt law.oa law.oap        lay out files anew
  reductio fmt laws/                 all files of a folder, and of those below it
  reductio fmt --check laws/         exit code 1 if some file is laid out otherwise
  reductio fmt - < law.oa            from standard input to standard output";

pub(super) const FMT_LONG: &str = "\
Sets indentation, the space between words and signs, and empty lines, in texts of all languages. Lines stay lines, \
words and comments are never changed, and what is lined up stays lined up. A file that cannot be read stays as it is. \
To lay out a text twice is to lay it out once.";

#[derive(Args, Debug)]
pub(crate) struct FmtArgs {
    /// Files (.oa, .oap, .sys, .prog), folders, `-` for standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<String>,
    /// Change nothing, and list the files that would change (exit code 1)
    #[arg(long)]
    pub(crate) check: bool,
}

pub(super) const LSP_LONG: &str = "\
Answers an editor: what is wrong in a text while it is written, what stands under the cursor, where it is declared, \
what can be written, remedies, layout, and what a derivation has shown so far. Speaks the language server protocol \
over standard input and output, so it is started by an editor. It reads .oa and .oap files near those that are open, \
and nothing else; it writes no file and uses no network.";

pub(super) const LSP_EXAMPLES: &str = "\
Examples:
  reductio lsp     what an editor starts: see `tutorials/editors.md` of the guide";
