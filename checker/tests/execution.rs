//! Executions: replay, endings, run files, random walks.

#[path = "execution/endings.rs"]
mod endings;
#[path = "execution/random.rs"]
mod random;
#[path = "execution/run_files.rs"]
mod run_files;
#[path = "execution/systems.rs"]
mod systems;
