//! Countermodels: each satisfies all hypotheses of a theorem but one, and the theorem is false in it. What is not given
//! is empty.
//!
//! Most are one system with different predicates. Thread 0 makes a visible step from 0 to 2 and an invisible one back;
//! in between, a visible step of thread 1 leads to 1, which is bad; from there, thread 0's invisible step leads back as
//! well. A search that lets thread 0 finish sees states 0 and 2 only.

use std::fmt::Write;

use reductio_algebra::{Formula, Symbol};
use reductio_relations::FiniteModel;

use crate::discipline::Theorem;

/// The system that is mended.
pub(crate) const MENDED: &str = "states 3\nprocesses 2\np_0 = {0}\np_1 = {0, 1, 2}
u_0 = {(1,0), (2,0)}\nv_0 = {(0,2)}\nv_1 = {(0,0), (2,1)}\n";

/// Both have access to 1 after thread 1's step, which gives thread 0 access; thread 0 gives it up again.
pub(crate) const SHARED: &str = "b = {1}\ne_{1,0} = {1}\ne_{1,1} = {0, 1, 2}\nn_{1,0} = {1}\n";

/// The same, and the set for thread 0 and this access is A, B, or C.
pub(crate) const SHARED_A: &str =
    "b = {1}\ne_{1,0} = {1}\ne_{1,1} = {0, 1, 2}\nn_{1,0} = {1}\nA_{1,0} = {1}\n";
pub(crate) const SHARED_B: &str =
    "b = {1}\ne_{1,0} = {1}\ne_{1,1} = {0, 1, 2}\nn_{1,0} = {1}\nB_{1,0} = {1}\n";
pub(crate) const SHARED_C: &str =
    "b = {1}\ne_{1,0} = {1}\ne_{1,1} = {0, 1, 2}\nn_{1,0} = {1}\nC_{1,0} = {1}\n";

/// Here thread 0 has access at 1 and at 2; thread 1 gets it at 2, in addition, or at 3, after thread 0 has given it up.
pub(crate) const TAKEN_OVER: &str = "states 4\nprocesses 2\np_0 = {0, 3}\np_1 = {0, 1, 2, 3}
u_0 = {(1,0), (2,3)}\nv_0 = {(0,1)}\nv_1 = {(0,3), (1,2)}
b = {2}\ne_{1,0} = {1, 2}\ne_{1,1} = {2, 3}\nn_{1,0} = {2}\nB_{1,0} = {1, 2}\n";

/// With the latch of S5, without (14a): `u_1` disables `u_0` at 0. Nobody is at the control point.
pub(crate) const DISABLED_LATCH: &str = "states 4\nprocesses 2\nq = {3}
u_0 = {(0,3)}\nu_1 = {(0,2), (1,2)}\nv_0 = {(1,0), (2,2)}\nv_1 = {(2,1)}
p_0 = {1, 2, 3}\np_1 = {2, 3}\n";

/// With the latch of S5, without (16): `u_1` and then `u_0` lead to 2, and the other way round to 4. Nobody is at the
/// control point.
pub(crate) const IN_ORDER_LATCH: &str = "states 5\nprocesses 2\nq = {4}
u_0 = {(0,4), (1,2)}\nu_1 = {(0,1), (3,2), (4,4)}\nv_0 = {(2,1), (3,0)}\nv_1 = {(2,3)}
p_0 = {2, 3, 4}\np_1 = {1, 2}\n";

/// Without (14a): `u_1` disables `u_0` at 0. Thread 2 does nothing; what it accesses at 3 is not its own.
pub(crate) const DISABLED: &str = "states 4\nprocesses 3\na_{2,2} = {3}\nb = {3}
u_0 = {(0,3)}\nu_1 = {(0,2), (1,2)}\nv_0 = {(1,0), (2,2)}\nv_1 = {(2,1)}
p_0 = {1, 2, 3}\np_1 = {2, 3}\np_2 = {0, 1, 2, 3}\n";

/// Without (Fu): only after `u_0` is there a step `u_1`, which leads to a bad state.
pub(crate) const IN_ORDER: &str = "states 4\nprocesses 2\na_{1,0} = {3}\nb = {3}
p_0 = {0, 1}\np_1 = {1, 2}\nu_0 = {(2,0), (3,0)}\nu_1 = {(0,3), (3,3)}\nv_0 = {(1,2)}\n";

/// The same without accesses.
pub(crate) const IN_ORDER_NO_LATCH: &str = "states 4\nprocesses 2\nb = {2}
p_0 = {0, 1, 2}\np_1 = {1, 3}\nu_0 = {(3,0)}\nu_1 = {(0,2), (2,2)}\nv_0 = {(1,3)}\n";

/// Without (u stays): thread 1's invisible step from 2 leads to a bad state, thread 0's out of it.
pub(crate) const BOTH_INVISIBLE: &str = "states 5\nprocesses 2\nb = {3}
p_0 = {0, 4}\np_1 = {0, 1, 3}\nu_0 = {(1,0), (2,4), (3,0)}\nu_1 = {(2,3), (4,0)}
v_0 = {(0,1)}\nv_1 = {(0,4), (1,2)}\n";

/// Without (J by u): an invisible step leads out of J, where a visible step begins at an invisible point.
pub(crate) const OUT_OF_J: &str = "states 4\nprocesses 1\nJ = {0, 2}\nb = {3}
p_0 = {0}\nu_0 = {(2,1)}\nv_0 = {(0,2), (1,3)}\n";

/// Without (J by v): a visible step does, to a point from which the search does not go on.
pub(crate) const OUT_OF_J_VISIBLY: &str =
    "states 3\nprocesses 1\nJ = {0}\nb = {1}\np_0 = {0}\nv_0 = {(0,2), (2,1)}\n";

/// Without (r): 1 is in D for no reason.
pub(crate) const NO_REASON: &str = "r_0 = {1}\nt_0 = {(1,0), (2,0)}\nt'_0 = {(0,1), (0,2)}\n";

/// Bad for no reason, with an invariant.
pub(crate) const NO_ACCESS: &str = "J = {0, 1, 2}\nb = {1}\n";

/// Thread 1's step takes away access to 1, which thread 0 is about to use; not because of locks.
pub(crate) const NO_LOCK: &str = "J = {0, 1, 2}\nb = {1}\na_{1,0} = {1, 2}\ne_{1,0} = {2}\n";

/// Both access 1, each with a lock of its own, and so need not commute; at 1 thread 1 accesses 0, to which it has no
/// access, and thread 0's step ends that.
pub(crate) const TWO_LOCKS: &str = "J = {0, 1, 2}\nb = {1}
a_{0,1} = {1}\na_{1,0} = {1, 2}\na_{1,1} = {0, 1, 2}\ne_{1,0} = {0, 1, 2}\ne_{1,1} = {0, 1, 2}
h_{0,0} = {0, 1, 2}\nh_{1,1} = {0, 1, 2}\nm_{1,0} = {0, 1, 2}\nm_{1,1} = {0, 1, 2}\n";

/// The same with one lock that both own.
pub(crate) const TWO_OWNERS: &str = "J = {0, 1, 2}\nb = {1}
a_{0,1} = {1}\na_{1,0} = {1, 2}\na_{1,1} = {0, 1, 2}\ne_{1,0} = {0, 1, 2}\ne_{1,1} = {0, 1, 2}
h_{1,0} = {0, 1, 2}\nh_{1,1} = {0, 1, 2}\nm_{1,1} = {0, 1, 2}\n";

/// Thread 1's step takes the lock from thread 0, which is about to access 1.
pub(crate) const LOCK_TAKEN: &str = "J = {0, 1, 2}\nb = {1}\na_{1,0} = {1, 2}\ne_{1,0} = {2}
h_{1,0} = {2}\nm_{1,1} = {0, 1, 2}\n";

/// Thread 1 gives up the lock and still accesses 1; thread 0's step gives the lock back.
pub(crate) const LOCK_GIVEN: &str = "J = {0, 1, 2}\nb = {1}\na_{1,1} = {0, 1}\ne_{1,1} = {0, 2}
h_{1,1} = {0, 2}\nm_{1,1} = {0, 1, 2}\n";

/// Thread 0, about to access 1, owns lock 1 all the time; after thread 1's step, that is no longer the lock of 1.
pub(crate) const OTHER_LOCK: &str = "states 5\nprocesses 2\nJ = {0, 1, 2, 3, 4}\nb = {1}
p_0 = {0, 3, 4}\np_1 = {0, 1, 2, 3, 4}\nu_0 = {(1,3), (2,4)}\nv_0 = {(0,2)}\nv_1 = {(2,1), (4,3)}
a_{1,0} = {1, 2}\ne_{1,0} = {0, 2, 4}\nh_{1,0} = {0, 1, 2, 3, 4}\nm_{1,1} = {0, 2, 4}\n";

/// Thread 1 owns lock 1 all the time, which becomes the lock of 1 by thread 0's step, after thread 1 has accessed 1.
pub(crate) const LATE_LOCK: &str = "states 5\nprocesses 2\nJ = {0, 1, 2, 3, 4}\nb = {1}
p_0 = {0, 3, 4}\np_1 = {0, 1, 2, 3, 4}\nu_0 = {(1,3), (2,4)}\nv_0 = {(0,2)}\nv_1 = {(2,1), (4,3)}
a_{1,1} = {1, 3}\ne_{1,1} = {3, 4}\nh_{1,1} = {0, 1, 2, 3, 4}\nm_{1,1} = {3, 4}\n";

/// At 2 both access 1 without a lock, and do not commute: 3 is reached if thread 1 moves in between.
pub(crate) const RACE: &str = "states 4\nprocesses 2\nJ = {0, 1, 2, 3}\nb = {2}
p_0 = {0, 3}\np_1 = {0, 1, 2, 3}\nu_0 = {(1,3), (2,0)}\nv_0 = {(0,2)}\nv_1 = {(2,1)}
a_{1,0} = {2}\na_{1,1} = {2}\n";

/// A control point of thread 1 that thread 0's step leaves; one of thread 0 that thread 1's step gets to.
pub(crate) const MOVED_AWAY: &str = "J = {0, 1, 2}\nw_1 = {1}\n";
pub(crate) const MOVED_THERE: &str = "J = {0, 1, 2}\nw_0 = {1}\n";

/// The model with this text, where all that is not in it is empty.
pub(crate) fn model(theorem: &Theorem, text: &str) -> FiniteModel {
    let mut used: Vec<Symbol> = theorem.kept(None).iter().flat_map(Formula::symbols).collect();
    used.extend(theorem.conclusion.symbols());
    let processes: usize =
        text.lines().nth(1).unwrap().strip_prefix("processes ").unwrap().parse().unwrap();
    let mut all = text.to_owned();
    used.sort();
    used.dedup();
    for symbol in used {
        for number in 0..processes.pow(u32::try_from(symbol.arity).unwrap()) {
            let digits: Vec<String> = (0..symbol.arity)
                .map(|k| {
                    (number / processes.pow(u32::try_from(k).unwrap()) % processes).to_string()
                })
                .collect();
            let name = match symbol.arity {
                0 => symbol.name.to_string(),
                1 => format!("{}_{}", symbol.name, digits[0]),
                _ => format!("{}_{{{}}}", symbol.name, digits.join(",")),
            };
            if !text.lines().any(|line| line.starts_with(&format!("{name} ="))) {
                writeln!(all, "{name} = {{}}").unwrap();
            }
        }
    }
    FiniteModel::parse(&all, &theorem.symbols).unwrap_or_else(|e| panic!("{e:?}\n{all}"))
}
