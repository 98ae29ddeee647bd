//! # Programs under watch
//!
//! Searches of a [`Program`](reductio_programs::Program) with a heap share this crate. A [`Watch`] is a set of rules under which a program
//! is searched, with a monitor that remembers of a run what tells whether they are kept. [`Watched`] is the program under a watch, as a
//! model: a step is something that other threads may see, and then what they may not, as far as the rules are kept. [`check`] searches it,
//! runs again what was found, and answers with an [`Answer`].
//!
//! What a run shows is so, whatever the rules say. That nothing else can happen is known where the search is complete and no rule was found to
//! be broken ([`Answer::unknown`]).
//!
//! Here are also what the other searches of programs need: [`Run`]s, which are told and taken again ([`Replay`]); the reasons why a search
//! ends early ([`Stopped`], [`Alarm`]); and the search for threads that are stuck for ever ([`stuck_by`]).
//!
//! ```
//! use reductio_programs::{
//!     Action, Address, Bounds, ENTRY, Event, Machine, Memory, Program, Remembered, Renaming, State, ThreadId, Variable, parse_program,
//! };
//! use reductio_watched::{Breached, Confirmed, Doubts, Limits, Rules, Run, Shown, Unknown, Watch, Watched, check};
//!
//! /// Nobody writes a variable that belongs to no object. Each access of one is visible, and nothing else is.
//! #[derive(Debug)]
//! struct Quiet(Rules);
//!
//! /// Whether somebody has.
//! #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
//! struct Written(bool);
//!
//! impl Memory for Written {
//!     fn bytes(&self) -> usize { size_of::<Written>() }
//! }
//!
//! /// A run in which somebody does.
//! struct Loud(Run);
//!
//! impl Breached for Loud {
//!     const UNKNOWN: Unknown = Unknown::WrongClaim;
//! }
//!
//! impl Watch for Quiet {
//!     type Memory = Written;
//!     type Breach = ();
//!     type Before = ();
//!     type Told = ();
//!     type Mark = ();
//!     type Found = Loud;
//!
//!     fn rules(&self) -> Rules { self.0 }
//!     fn follow(&self, memory: &mut Written, _after: &State, event: &Event, _before: ()) {
//!         memory.0 |= matches!(event.action, Action::Write { variable: Variable::Static(_), .. });
//!     }
//!     fn is_access_hidden(&self, _: &State, _: &Written, _: ThreadId, variable: Variable, _: bool) -> bool {
//!         !matches!(variable, Variable::Static(_))
//!     }
//!     fn is_lock_hidden(&self, _: &State, _: &Written, _: ThreadId, _: Address) -> bool { true }
//!     fn rename(&self, _: &mut Written, _: &Renaming) {}
//!     fn breaches(&self, at: &Remembered<Written>, mut visit: impl FnMut(())) {
//!         if at.memory.0 {
//!             visit(());
//!         }
//!     }
//!     fn number(&self, _: &Program, _: &()) -> usize { 0 }
//!     fn confirm(&self, _: Machine<'_>, _: (), shown: Shown<'_, Self>) -> Option<Confirmed<Loud>> {
//!         Some(Confirmed::Breach(Loud(shown.replay.run)))
//!     }
//!     fn doubts(&self) -> Doubts { Doubts { rests_on_rules: true, ..Doubts::default() } }
//! }
//!
//! let text = "thread main { fork other; b := new Box; b.n := 1; b.n := 2 }\nthread other { x := 1; assert x == 1 }";
//! let program = parse_program(text, "quiet", ENTRY).unwrap();
//! let model = Watched::new(&program, Quiet(Rules::of(&program)), Bounds::default());
//! let limits = Limits::default();
//! let (answer, _) = check(model, &limits, limits.alarm(), None);
//! let verdicts = [answer.rules().word(), answer.failures().word(), answer.deadlocks().word()];
//! assert_eq!(verdicts, ["holds"; 3]);
//! // The fork is visible, and no other instruction.
//! assert_eq!(answer.states, 2);
//! ```

mod answer;
mod canonical;
mod check;
mod limits;
mod model;
mod race;
mod run;
mod shared;
mod stuck;
mod watch;

pub use answer::{Answer, Breached, Doubts, Unknown};
pub use canonical::{chosen, replay_begin, replay_step};
pub use check::{Confirmed, Searcher, check};
pub use limits::{Alarm, Limits, Stopped, search_until, until};
pub use model::{Shown, Watched};
pub use race::{Race, Wrong};
pub use run::{Conflict, Member, Replay, Run, Step, Taken};
pub use shared::Shared;
pub use stuck::{Steps, Stuck, is_deadlock, stuck_by};
pub use watch::{Fault, Rules, Watch, may_be_invisible};
