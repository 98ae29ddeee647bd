//! Executions: replay, endings, text, JSON, pictures, random walks.

#[path = "execution/endings.rs"]
mod endings;
#[path = "execution/forms.rs"]
mod forms;
#[path = "execution/random.rs"]
mod random;
#[path = "execution/run_files.rs"]
mod run_files;
#[path = "execution/systems.rs"]
mod systems;
