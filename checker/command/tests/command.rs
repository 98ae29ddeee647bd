//! All tests of this crate in one executable, so that its libraries are linked once.

mod bad_input;
mod bad_input_systems;
mod certificate;
mod certificate_python;
mod check_certificate;
mod common;
mod corruptions;
mod decide;
#[path = "documents/main.rs"]
mod documents;
mod editors;
#[path = "emitted/main.rs"]
mod emitted;
mod explain;
mod export_coq;
mod export_tptp;
mod extending;
mod files_written;
mod fmt;
mod formula;
mod grade;
#[path = "guest/main.rs"]
mod guest;
mod java;
mod json;
mod json_systems;
mod jupyter;
mod jupyter_kernel;
mod layers;
mod long_loops;
mod lost_overlines;
mod loudness;
mod lsp;
mod manual;
mod mistakes;
mod models;
mod models_files;
mod models_long;
mod mutations;
mod notebooks;
mod processes;
mod programs;
mod race;
mod report;
mod report_browser;
mod schemas;
mod transcripts;
mod trust;
mod wrong_steps;
