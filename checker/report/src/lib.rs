//! # The values of Reductio as text, JSON, pictures and pages
//!
//! The library `reductio` answers with values, and this crate tells them: to people as text, pages and pictures, to
//! programs as JSON. It knows no terminal, no files and no arguments, and decides nothing.
//!
//! - [`page`] is the page that a text is written on: its width, the spelling of formulas, colours as data. [`visible`]
//!   shows characters that cannot be seen, [`diagnostics`] gives errors and warnings their form, [`json`] has the parts
//!   that all answers for programs share.
//! - [`mod@prove`], [`mod@decide`], [`models`], [`mod@verify`], [`mod@check`], [`mod@compare`], [`mod@validate`], [`race`] and [`heap`] tell
//!   the answers of the verbs with these names, in their modules `text` and `json`; [`execution`] tells a run, [`testing`] a property
//!   that fails.
//! - [`front`] is the first page of the command without a verb. [`picture`] draws state spaces, [`html`] writes pages.
//! - The module `guide` has a chapter for users from Rust. Like `testing`, it needs the feature of its name, which is
//!   on by default.
//!
//! ```
//! use reductio::prelude::*;
//! use reductio_report::page::Page;
//! use reductio_report::prove::text;
//!
//! let library = Library::bundled();
//! let selection = Selection::new(&library, &["star unfold L".to_owned()]);
//! let proved = prove(&library, &selection, ReplayLimits::default(), None);
//! let said = text::report(&proved, &Page::new(80, Style::Ascii), &text::Extras::default());
//! assert!(said.contains("The statement holds in every omega algebra"));
//! ```

pub mod check;
pub mod compare;
pub mod decide;
pub mod diagnostics;
pub mod execution;
pub mod front;
#[cfg(feature = "testing")]
pub mod guide;
pub mod heap;
pub mod html;
pub mod json;
pub mod models;
pub mod page;
pub mod picture;
pub mod program;
pub mod prove;
mod question;
pub mod race;
#[cfg(feature = "testing")]
pub mod testing;
pub mod validate;
pub mod verify;
pub mod visible;
