//! # The language server
//!
//! `reductio lsp` speaks the language server protocol over standard input and output. `wire` reads and writes messages;
//! `server` answers one after the other, out of what is `known` of the `documents` that the editor has open, and
//! `requests` turns the answers of `reductio-editor` into those of the protocol. `worker` looks for what is wrong on a
//! thread of its own, for the newest text only: an edit ends the search for what is wrong in the text before it, and so
//! does a limit of time. `theories` finds the statement files that a script needs.
//!
//! Nothing is written to files, and nothing is read but `.oa` and `.oap` files of the opened folders and of the folders
//! of open files.

mod answers;
mod documents;
mod known;
mod requests;
mod server;
mod theories;
mod wire;
mod worker;

pub(crate) use server::serve;
