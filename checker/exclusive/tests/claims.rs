//! For each kind of claim, a program of which it is right, and one of which it is wrong and is found out.

use std::collections::BTreeSet;

use reductio_exclusive::{
    Answer, Claims, Guard, Link, Options, Slip, Variables, Wrong, check, derive,
};
use reductio_programs::{
    ENTRY, FieldId, Instruction, Method, Place, Program, ProgramBuilder, Register, parse_program,
};

/// A program, and claims about it.
struct Case {
    program: Program,
    claims: Claims,
}

impl Case {
    fn new(text: &str) -> Case {
        let program = parse_program(text, "case", ENTRY).unwrap();
        Case { program, claims: Claims::default() }
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        (0..self.program.instructions()).filter_map(|number| self.program.place(number))
    }

    /// The instruction that makes objects of a class.
    fn site(&self, class: &str) -> Place {
        let is_it = |place: &Place| {
            let found = self.program.class_at(*place);
            found.is_some_and(|found| self.program.classes()[found.index()].name == class)
        };
        self.places().find(is_it).unwrap()
    }

    fn field(&self, name: &str) -> FieldId {
        let at = self.program.fields().iter().position(|found| found == name).unwrap();
        FieldId(u32::try_from(at).unwrap())
    }

    fn variables(&self, class: &str, field: &str) -> Variables {
        match field {
            "lock" => Variables::Lock(self.site(class)),
            field => Variables::Field(self.site(class), self.field(field)),
        }
    }

    fn guarded(mut self, class: &str, field: &str, guard: impl Fn(&Case) -> Guard) -> Case {
        let guard = guard(&self);
        self.claims.guards.insert(self.variables(class, field), guard);
        self
    }

    /// What a thread forks is handed over with all objects of these classes.
    fn handed(mut self, classes: &[&str]) -> Case {
        let forks: Vec<Place> = self
            .places()
            .filter(|place| matches!(self.program.instruction(*place), Instruction::Fork { .. }))
            .collect();
        for class in classes {
            let site = self.site(class);
            self.claims.handed.extend(forks.iter().map(|fork| (*fork, site)));
        }
        self
    }

    fn check(&self, slip: Option<Slip>) -> Answer {
        check(&self.program, &self.claims, &Options { slip, ..Options::default() })
    }

    fn broken(&self) -> BTreeSet<Wrong> {
        let answer = self.check(None);
        assert_eq!(answer.stopped, None);
        answer.breaches.iter().map(|breach| breach.wrong).collect()
    }

    fn holds(&self) {
        assert_eq!(self.broken(), BTreeSet::new());
        let answer = self.check(None);
        assert_eq!((answer.races().word(), answer.failures().word()), ("holds", "holds"));
        let nothing = check(&self.program, &Claims::default(), &Options::default());
        assert!(answer.states < nothing.states, "{} of {}", answer.states, nothing.states);
    }

    /// The claims break, and without the rule that a slip leaves out nobody sees it.
    fn breaks(&self, wrong: Wrong, slip: Slip) {
        assert_eq!(self.broken(), BTreeSet::from([wrong]));
        assert_eq!(self.check(Some(slip)).breaches, [], "{slip:?}");
        let derived = derive(&self.program, self.claims.clone(), &Options::default());
        assert_eq!(derived.demoted.iter().map(|one| one.wrong).collect::<Vec<_>>(), [wrong]);
        assert_eq!(derived.answer.rules().word(), "holds");
    }
}

fn own(_: &Case) -> Guard {
    Guard::own_lock()
}

#[test]
fn a_variable_is_protected_by_the_lock_of_its_object() {
    let text = |second: &str| {
        format!(
            "thread main {{ b := new Box; fork t; synchronized b {{ b.a := 1; b.a := 2 }} }}
             thread t {{ {second} }}"
        )
    };
    Case::new(&text("synchronized b { b.a := 3; b.a := 4 }")).guarded("Box", "a", own).holds();
    let broken = Case::new(&text("b.a := 3")).guarded("Box", "a", own);
    broken.breaks(Wrong::NotProtected(broken.variables("Box", "a")), Slip::GuardsUnchecked);
}

#[test]
fn a_variable_is_protected_by_the_lock_of_the_object_that_refers_to_it() {
    let text = |more: &str| {
        format!(
            "thread main {{
               b := new Box; b.data := new Data; c := new Cup; {more}
               d := null
               fork t; fork t
             }}
             thread t {{ synchronized b {{ x := b.data; x.a := 1; x.a := x.a + 1 }} }}"
        )
    };
    let by_holder = |case: &Case| Guard::Reached {
        up: vec![Link::Field(case.field("data"))],
        down: Vec::new(),
    };
    Case::new(&text("")).guarded("Data", "a", by_holder).holds();
    // Two boxes share what they refer to.
    let broken = Case::new(&text("d := b.data; c.data := d")).guarded("Data", "a", by_holder);
    let wrong = Wrong::SeveralHolders(broken.site("Data"), Link::Field(broken.field("data")));
    broken.breaks(wrong, Slip::HoldersChange);
}

#[test]
fn a_variable_is_protected_by_a_lock_in_its_object() {
    let text = |more: &str| {
        format!(
            "thread main {{ b := new Box; b.guard := new Lock; fork t; fork t; {more} }}
             thread t {{ l := b.guard; synchronized l {{ b.a := 1; b.a := 2 }} }}"
        )
    };
    let by_field = |case: &Case| Guard::Reached { up: Vec::new(), down: vec![case.field("guard")] };
    let case = Case::new(&text("")).guarded("Box", "a", by_field);
    case.holds();
    // The lock changes.
    let case = Case::new(&text("b.guard := null")).guarded("Box", "a", by_field);
    assert!(case.broken().contains(&Wrong::FieldMoved(case.field("guard"))));
    let blind = case.check(Some(Slip::FieldsMove));
    assert!(blind.breaches.iter().all(|one| one.wrong != Wrong::FieldMoved(case.field("guard"))));
}

#[test]
fn a_lock_that_is_the_only_one_of_its_instruction() {
    let text = |count: u32| {
        format!(
            "thread main {{
               b := new Box; n := {count}
               while n > 0 {{ l := new Lock; n := n - 1; fork t; fork t }}
             }}
             thread t {{ synchronized l {{ b.a := 1; b.a := 2 }} }}"
        )
    };
    // That the lock is bound at the fork is not known of the loop alone.
    let text = |count| {
        text(count).replace("n := ", "l := null; n := ").replace("l := null; n := n", "n := n")
    };
    let by_lock = |case: &Case| Guard::MadeAt(case.site("Lock"));
    Case::new(&text(1)).guarded("Box", "a", by_lock).holds();
    let broken = Case::new(&text(2)).guarded("Box", "a", by_lock);
    assert!(broken.broken().contains(&Wrong::SeveralMade(broken.site("Lock"))));
    let blind = broken.check(Some(Slip::ManyAreOne));
    assert!(blind.breaches.iter().all(|one| one.wrong != Wrong::SeveralMade(broken.site("Lock"))));
}

#[test]
fn an_object_that_is_handed_over_is_never_touched_again() {
    let text = |more: &str| {
        format!(
            "thread main {{ b := new Box; b.a := 1; fork t; {more} }}
             thread t {{ b.a := 2; b.a := b.a + 1 }}"
        )
    };
    let case = Case::new(&text("skip")).handed(&["Box"]);
    case.holds();
    let broken = Case::new(&text("b.a := 3")).handed(&["Box"]);
    broken.breaks(Wrong::TouchedLater(broken.site("Box")), Slip::GiversForgotten);
    // To hand it on once more is to touch it.
    let broken = Case::new(&text("fork t")).handed(&["Box"]);
    let found = broken.broken();
    assert_eq!(found, BTreeSet::from([Wrong::TouchedLater(broken.site("Box"))]));
}

#[test]
fn a_lock_is_protected_by_another_lock() {
    let text = |second: &str| {
        format!(
            "thread main {{ b := new Box; i := new Inner; b.inner := i; fork t; fork u }}
             thread t {{ synchronized b {{ synchronized i {{ i.a := 1 }} }} }}
             thread u {{ {second} }}"
        )
    };
    let by_holder = |case: &Case| Guard::Reached {
        up: vec![Link::Field(case.field("inner"))],
        down: Vec::new(),
    };
    let both = |text: String| {
        Case::new(&text).guarded("Inner", "lock", by_holder).guarded("Inner", "a", by_holder)
    };
    both(text("synchronized b { synchronized i { i.a := 2 } }")).holds();
    let broken = both(text("synchronized i { skip }"));
    broken.breaks(Wrong::NotProtected(broken.variables("Inner", "lock")), Slip::LocksUnguarded);
}

#[test]
fn where_a_thread_owns_an_object() {
    let text = "thread main { b := new Box; b.a := 1; fork t; b.a := 2 }
                thread t { x := b.a }";
    let mut case = Case::new(text);
    let variables = case.variables("Box", "a");
    let writes: Vec<Place> = case
        .places()
        .filter(|place| matches!(case.program.instruction(*place), Instruction::Write { .. }))
        .collect();
    let [first, second] = writes[..] else { panic!("{writes:?}") };
    case.claims.owned.insert((first, variables));
    assert_eq!(case.broken(), BTreeSet::new());
    case.claims.owned.insert((second, variables));
    assert_eq!(case.broken(), BTreeSet::from([Wrong::NotOwned(second, variables)]));
}

/// That a lock is given back is seen by who tries to take it.
#[test]
fn where_locks_are_tried_they_are_given_back_visibly() {
    let mut builder = ProgramBuilder::new("tried");
    let class = builder.class("Lock");
    let method = Method { parameters: 1, registers: 2, temporaries: 1, ..Method::default() };
    let (lock, taken) = (Register(0), Register(1));
    let other = builder.method(Method { name: "other".into(), ..method.clone() });
    builder.push(other, 1, Instruction::TryAcquire { to: taken, object: lock.into() });
    builder.push(other, 2, Instruction::Assert { condition: taken.into() });
    let main = builder.method(Method { name: "main".into(), parameters: 0, ..method });
    builder.push(main, 3, Instruction::New { to: lock, class });
    let arguments = Box::new([lock.into()]);
    builder.push(main, 4, Instruction::Fork { to: None, method: other, arguments });
    builder.push(main, 5, Instruction::Acquire { object: lock.into() });
    builder.push(main, 6, Instruction::Release { object: lock.into() });
    let case = Case { program: builder.build(main).unwrap(), claims: Claims::default() };
    assert_eq!(case.check(None).failures().word(), "fails");
    assert_eq!(case.check(Some(Slip::ReleaseInvisible)).failures().word(), "holds");
}
