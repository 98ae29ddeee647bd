//! Searches up to renamings of threads against plain searches: as many states as there are orbits, counted by a search
//! for the least of all renamings of the names and values that reports print; the same findings; runs that are runs.

mod agree;
mod examples;
mod mutants;
mod names;
mod random;
