//! All tests of this crate in one executable, so that its libraries are linked once.

#[cfg(feature = "testing")]
mod agreement;
mod bundled_files;
#[cfg(feature = "testing")]
mod certify;
#[cfg(feature = "testing")]
mod claims_hold;
mod compare;
mod examples;
#[cfg(feature = "testing")]
mod execution;
mod fewer_states;
mod figure_4;
mod first_verdict;
mod going_on;
#[cfg(feature = "testing")]
mod granularity;
mod language;
#[cfg(feature = "testing")]
mod lock_discipline;
#[cfg(feature = "testing")]
mod loops;
mod models_ended;
#[path = "outcomes/main.rs"]
mod outcomes;
mod overflow;
mod partial_order;
mod places;
mod program_searches;
#[cfg(feature = "testing")]
mod properties;
mod readings;
mod schedules;
mod spin;
mod stuck;
#[cfg(feature = "testing")]
mod symmetry;
