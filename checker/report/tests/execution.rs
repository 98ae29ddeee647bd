//! Executions as text, JSON and pictures.

#[path = "execution/endings.rs"]
mod endings;
#[path = "execution/files.rs"]
mod files;
#[path = "execution/forms.rs"]
mod forms;
#[path = "execution/random.rs"]
mod random;
#[path = "../../tests/execution/systems.rs"]
mod systems;
