//! Renamings that are wrong are noticed: by the counts of states, by the answers, or because they are refused.

use reductio_discipline::{Discipline, Packed, Violation};
use reductio_language::parse_system;
use reductio_search::{
    FindingKind, Model, Order, PackedStore, Query, Renamings, Visibility, search,
};
use reductio_system::{Asymmetry, CellId, PackedState, Symmetry};

use super::agree::symmetric;

/// A fault of a search up to renamings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    None,
    /// Members are not sorted by the pointers that name them.
    IgnoresFlags,
    /// A pointer keeps its value when members are sorted.
    KeepsPointer,
    /// An element stays where it is when members are sorted.
    KeepsCell,
    /// Nobody follows a thread through the sort.
    LosesMark,
}

struct Wrong<'a> {
    model: Packed<'a>,
    symmetry: &'a Symmetry,
    discipline: &'a Discipline,
    slip: Slip,
}

impl Wrong<'_> {
    fn cells(&self, name: &str) -> Vec<CellId> {
        let system = self.discipline.system();
        let all = (0..system.cells().len()).map(CellId::new);
        all.filter(|cell| system.cell(*cell).name().starts_with(name)).collect()
    }
}

impl Renamings<PackedState> for Wrong<'_> {
    fn canonize(&self, state: &mut PackedState, parts: &mut Vec<u8>) {
        let layout = self.discipline.system().layout();
        let before = state.clone();
        match self.slip {
            Slip::IgnoresFlags => {
                let mut blind = state.clone();
                for cell in self.cells("last") {
                    layout.write(&mut blind, cell, -1);
                }
                let threads = self.symmetry.renaming(&blind);
                *state = self.symmetry.renamed(&before, &threads);
                parts.clear();
                parts.extend(threads.iter().map(|thread| u8::try_from(*thread).unwrap()));
            }
            _ => self.symmetry.canonize(state, parts),
        }
        let kept = match self.slip {
            Slip::KeepsPointer => self.cells("last"),
            Slip::KeepsCell => self.cells("a["),
            _ => Vec::new(),
        };
        for cell in kept {
            layout.write(state, cell, layout.read(&before, cell));
        }
        if self.slip == Slip::LosesMark {
            (0..).zip(parts.iter_mut()).for_each(|(thread, part)| *part = thread);
        }
    }

    fn is_as_earlier(&self, thread: usize, state: &PackedState) -> bool {
        self.model.is_as_earlier(thread, state)
    }

    fn first_alike(&self, thread: usize) -> usize {
        self.model.first_alike(thread)
    }

    fn renaming(&self, state: &PackedState) -> Vec<usize> {
        self.model.renaming(state)
    }

    fn renamed(&self, state: &PackedState, threads: &[usize]) -> PackedState {
        self.model.renamed(state, threads)
    }

    fn exchange(&self, one: usize, other: usize) -> Vec<usize> {
        self.model.exchange(one, other)
    }

    fn breaking(&self, invariant: usize, state: &PackedState) -> Option<Vec<usize>> {
        self.model.breaking(invariant, state)
    }
}

impl Model for Wrong<'_> {
    type State = PackedState;
    type Violation = Violation;
    type Store = PackedStore;

    fn threads(&self) -> usize {
        self.model.threads()
    }

    fn initial(&self) -> PackedState {
        self.model.initial()
    }

    fn steps(&self, thread: usize, state: &PackedState, visit: impl FnMut(usize, &PackedState)) {
        self.model.steps(thread, state, visit);
    }

    fn all_steps(&self, state: &PackedState, visit: impl FnMut(usize, usize, &PackedState)) {
        self.model.all_steps(state, visit);
    }

    fn store(&self) -> PackedStore {
        self.model.store()
    }

    fn violation(&self, state: &PackedState) -> Option<Violation> {
        self.model.violation(state)
    }

    fn has_failed(&self, thread: usize, state: &PackedState) -> bool {
        self.model.has_failed(thread, state)
    }

    fn may_rest(&self, thread: usize, state: &PackedState) -> bool {
        self.model.may_rest(thread, state)
    }

    fn renamings(&self) -> Option<&dyn Renamings<PackedState>> {
        Some(self)
    }

    fn goals(&self) -> usize {
        self.model.goals()
    }

    fn goal(&self, number: usize, state: &PackedState) -> bool {
        self.model.goal(number, state)
    }
}

impl Visibility for Wrong<'_> {
    fn is_visible(&self, thread: usize, state: &PackedState) -> bool {
        self.model.is_visible(thread, state)
    }
}

/// The answer of a search: how many states there are, which threads are stuck, whether there are deadlocks, what is
/// reached.
type Answer = (usize, Vec<usize>, bool, Vec<bool>);

fn answer(text: &str, slip: Slip) -> Answer {
    let (discipline, symmetry) =
        symmetric(Discipline::new(parse_system(text, "mutant", &[]).unwrap()));
    let symmetry = symmetry.unwrap();
    let model = Packed::new(&discipline).up_to(Some(&symmetry));
    let wrong = Wrong { model, symmetry: &symmetry, discipline: &discipline, slip };
    let query = Query { stuck: true, keep_going: true, failures: false, ..Query::default() };
    // Without runs, of which a wrong renaming may make none.
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let found = search(&wrong, &Order::Unreduced, &query);
        let stuck = |kind: &FindingKind<Violation>| match kind {
            FindingKind::Stuck { thread } => Some(wrong.first_alike(*thread)),
            _ => None,
        };
        let stuck = found.findings.iter().filter_map(|one| stuck(&one.kind)).collect();
        (found.states, stuck, found.deadlocks > 0, found.goals)
    }));
    found.unwrap_or_default()
}

const POINTERS: &str = "type U = 0 .. 2\nvar last : U or none = none\nvar a[i : U] : 0 .. 1 = 0\n\
    thread u[i : U] { await last == none then { last := i }\n A: a[i] := 1\n B: await last == i\n C: last := none\n\
    D: a[i] := 0 }\nreach \"named\": exists v : U . last == v and a[v] == 1";

/// One waits until another one has been behind it; the last is stuck.
const STUCK: &str = "type U = 0 .. 2\nvar last : U or none = none\nvar a[i : U] : 0 .. 1 = 0\n\
    thread u[i : U] { last := i\n A: await last != i\n B: loop { C: a[i] := 1 - a[i] } }";

/// One can be stuck at `S`, while others go round past it.
const PASSED: &str = "type U = 0 .. 2\nvar last : U or none = none\nvar a[i : U] : 0 .. 1 = 0\n\
    thread u[i : U] { loop { A: atomic { if last == none { last := i } }\n if last == i { S: await last == none }\n\
    C: a[i] := 1\n E: a[i] := 0\n F: skip } }";

#[test]
fn faults_of_renamings_are_noticed() {
    let all = [Slip::IgnoresFlags, Slip::KeepsPointer, Slip::KeepsCell, Slip::LosesMark];
    for slip in all {
        let noticed: Vec<bool> = [POINTERS, STUCK, PASSED]
            .iter()
            .map(|text| answer(text, Slip::None) != answer(text, slip))
            .collect();
        println!("{slip:?}: {noticed:?}, for {:?}", answer(PASSED, slip));
        assert!(noticed.contains(&true), "{slip:?} is not noticed");
    }
}

#[test]
fn families_that_lack_something_are_refused() {
    let system = parse_system(POINTERS, "mutant", &[]).unwrap();
    let family = system.families()[0].clone();
    let refused = |family: reductio_system::Family| {
        let system = system.clone().with_families(vec![family]);
        Symmetry::of(&system, None, |_, _| true).1[0].asymmetry.clone()
    };
    assert_eq!(refused(family.clone()), None);
    let mut less = family.clone();
    less.pointers.clear();
    assert!(matches!(refused(less), Some(Asymmetry::Step { .. })));
    let mut less = family.clone();
    less.cells.iter_mut().for_each(|cells| _ = cells.pop());
    assert!(matches!(refused(less), Some(Asymmetry::Step { .. })));
    let mut odd = family.clone();
    odd.cells.swap(0, 1);
    assert!(matches!(refused(odd), Some(Asymmetry::Step { .. })));
    let mut odd = family;
    odd.threads.swap(0, 2);
    assert!(matches!(refused(odd), Some(Asymmetry::Step { .. })));
}
