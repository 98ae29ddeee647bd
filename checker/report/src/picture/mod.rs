//! # Pictures of state spaces
//!
//! A [`StateGraph`] has the states that a small system reaches, up to the first violation of its discipline on each
//! way, and all steps between them. For each state and step it knows whether a search by reduced steps stores it,
//! passes through it or leaves it out. Up to [`MOST_DRAWN`] states it is drawn, by a layered layout of its own
//! ([`layered`]) that gives the same picture on every machine. For more states, picture and text have the numbers, a
//! shortest run to what is wrong, if anything is, and the command that writes the graph. [`StateGraph::to_dot`] writes
//! a graph of any size for other programs.
//!
//! ```
//! use reductio::discipline::Discipline;
//! use reductio::language::parse_system;
//! use reductio_report::picture::{MOST_STATES, Panels, StateGraph};
//!
//! let text = "
//!     lock m
//!     protected x : 0 .. 1 by m
//!     thread t[i : 0 .. 1] { acquire m; x := 1; release m }";
//! let system = parse_system(text, "two", &[]).unwrap();
//! let discipline = Discipline::new(&system);
//! let graph = StateGraph::new(&discipline, MOST_STATES, None).unwrap();
//! assert!(graph.stored() < graph.states());
//! assert!(graph.to_svg(Panels::SideBySide).starts_with("<svg"));
//! assert!(graph.to_dot(Panels::Over).starts_with("digraph states {"));
//! ```

mod bundle;
mod card;
mod chains;
mod counted;
mod dot;
mod graph;
pub mod json;
pub mod layered;
mod panel;
pub(crate) mod pen;
mod reduction;
mod svg;
mod text;
mod way;
mod witness;

pub use counted::CountedGraph;
pub use graph::{GraphEdge, MOST_STATES, Mark, StateGraph, Treatment};
pub use svg::{MOST_DRAWN, Panels};
pub use witness::Run;
