//! The systems of these tests, and how to walk in them.

use std::sync::Arc;

use reductio::File;
use reductio::discipline::Discipline;
use reductio::execution::{Execution, ExecutionError, Origin};
use reductio::language::parse_system;
use reductio::system::{System, ThreadId};

/// A buffer is handed over by a semaphore; the writer touches it once more.
pub(crate) const HAND_OVER: &str = "\
system hand_over
semaphore full = 0 max 1
protected data : 0 .. 2 = 0
  for writer when writer at A, B
  for reader when reader at R, S
thread writer {
  A: data := 1
  B: up full
  C: data := 2
}
thread reader {
  local seen : 0 .. 2
  Q: down full
  R: seen := data
  S: assert seen == 1
}
";

/// Two philosophers, each with the left fork first.
pub(crate) const DEADLOCK: &str = "\
system opposite_orders
lock fork[f : 0 .. 1]
thread philosopher[i : 0 .. 1] {
  T: acquire fork[i]
  H: acquire fork[1 - i]
  release fork[1 - i]
  release fork[i]
}
";

/// A system with the endings that the other systems do not have.
pub(crate) const MANY: &str = "\
system many
var x : 0 .. 3 = 0
lock m
protected p : bool by m
thread one {
  local y : bool
  A: x := x + 1
  B: await x == 2
  C: assert x == 3
}
thread two {
  local y : bool
  A: x := x + 1
  L: loop { M: y := not y }
}
invariant \"x is small\": x < 2
reach \"two is in its loop\": two at M
";

/// A server that may wait for ever, and a client.
pub(crate) const REST: &str = "\
system rest
queue jobs of 0 .. 3 capacity 1
thread server {
  local job : 0 .. 3
  loop { idle S: receive jobs into job }
}
thread client { send jobs 3 }
";

pub(crate) fn system(text: &str) -> System {
    parse_system(text, "unnamed", &[]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

pub(crate) fn origin(text: &str) -> Origin {
    let file = Some(Arc::new(File::new("test.sys", text)));
    Origin { file, constants: vec![("SIZE".to_owned(), 2)] }
}

/// Makes steps of the names of threads: each takes its first transition that can be executed.
pub(crate) fn steps(system: &System, names: &[&str]) -> Vec<(ThreadId, usize)> {
    let mut state = system.initial();
    let step = |name: &&str| {
        let mut threads = system.thread_ids();
        let thread = threads.find(|&thread| system.thread(thread).name() == *name).unwrap();
        let next = system.successors_of(thread, &state).swap_remove(0);
        state = next.state;
        (thread, next.transition)
    };
    names.iter().map(step).collect()
}

/// The execution in which threads take their first step that can be executed.
pub(crate) fn execution<'a>(
    discipline: &'a Discipline,
    names: &[&str],
) -> Result<Execution<'a>, ExecutionError> {
    Execution::replay(discipline, &steps(discipline.system(), names))
}
