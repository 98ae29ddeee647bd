//! What S2, section 7, says of its figures 1 and 2, and what follows of figures 5 and 9.

use std::path::Path;

use crate::support;
use reductio_heap::{
    Access, HeapAnalysis, Inlined, Limits, Lock, Options, Part, Reading, Row, Variable, Verdict,
    analyze,
};
use reductio_programs::{Instruction, Program};

struct Found {
    program: Program,
    inlined: Inlined,
    analysis: HeapAnalysis,
}

impl Found {
    fn of(program: Program) -> Found {
        let inlined = Inlined::new(&program, &Limits::default()).unwrap();
        let options = Options::default();
        let analysis = analyze(&program, &inlined, Reading::default(), &options).unwrap();
        Found { program, inlined, analysis }
    }

    fn figure(name: &str) -> Found {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/figures").join(name);
        Found::of(support::java_in(&folder.join("classes"), &[]))
    }

    /// The rows of a variable, such as `Subject.state` or `int[]`, or of the locks of a class, such as `Subject lock`.
    fn rows(&self, name: &str) -> Vec<&Row> {
        let is_it = |row: &&Row| match row.variable {
            Variable::Static(found) => self.program.statics()[found.index()].name == name,
            Variable::Part(allocator, part) => {
                let class = self.analysis.allocator(allocator).class;
                let class = class.map_or("", |class| &self.program.classes()[class.index()].name);
                match part {
                    Part::Field(field) => self.program.fields()[field.index()] == name,
                    Part::Elements => class == name,
                    Part::Lock => format!("{class} lock") == name,
                }
            }
        };
        let found: Vec<&Row> = self.analysis.variables().iter().filter(is_it).collect();
        assert!(!found.is_empty(), "{name}");
        found
    }

    fn verdict(&self, name: &str) -> Verdict {
        let rows = self.rows(name);
        assert!(rows.iter().all(|row| row.verdict == rows[0].verdict), "{name}: {rows:?}");
        rows[0].verdict
    }

    /// The classes of the objects whose locks protect a variable.
    fn protectors(&self, name: &str) -> Vec<String> {
        let class = |allocator| {
            let class = self.analysis.allocator(allocator).class;
            class.map_or("", |class| &self.program.classes()[class.index()].name).to_owned()
        };
        let rows = self.rows(name);
        let told = |lock: &Lock| match lock {
            Lock::Itself => "itself".to_owned(),
            Lock::Mate(allocator) | Lock::Only(allocator) => class(*allocator),
            other => format!("{other:?}"),
        };
        rows[0].locks.iter().map(told).collect()
    }

    /// The accesses of a kind of instruction in the code that names a class, whichever thread performs it.
    fn accesses(&self, class: &str, is: impl Fn(&Instruction) -> bool) -> Vec<Access> {
        let statements = (0..).map(reductio_heap::StatementId).zip(self.inlined.statements());
        let mine = statements.filter(|(_, found)| {
            let name = &self.program.method(found.place.method).name;
            name.starts_with(class) && is(self.program.instruction(found.place))
        });
        let found = mine.map(|(statement, _)| self.analysis.access(statement));
        found.filter(|access| *access != Access::Local).collect()
    }
}

#[test]
fn figure_1() {
    for (name, consumers) in [("Figure1With1", 1), ("Figure1With2", 2)] {
        let found = Found::figure(name);
        assert_eq!(found.analysis.kinds().len(), 2 + consumers);
        // "All accesses to the next variable of the Producer (it is owned by the producer thread)."
        assert_eq!(found.verdict("Producer.next"), Verdict::Owned);
        assert_eq!(found.verdict("Producer.buf"), Verdict::Owned);
        assert_eq!(found.verdict("Consumer.buf"), Verdict::Owned);
        // The buffer is owned by main until the producer is started, "protected by the lock on the IntBuffer object
        // after".
        for variable in ["IntBuffer.count", "IntBuffer.front", "IntBuffer.data"] {
            assert_eq!(found.verdict(variable), Verdict::Mixed, "{variable}");
            assert!(found.protectors(variable).contains(&"itself".to_owned()));
            let rows = found.rows(variable);
            let is_main =
                |at: &&(reductio_heap::ThreadType, _)| at.0 == reductio_heap::ThreadType::FIRST;
            assert!(rows[0].owned.iter().all(|at| is_main(&at)));
            assert!(!rows[0].shared.iter().any(|at| is_main(&at)));
        }
        assert_eq!(found.verdict("int[]"), Verdict::Protected);
        assert!(found.protectors("int[]").contains(&"IntBuffer".to_owned()));
        // Enter, wait and exit are visible.
        assert_eq!(found.verdict("IntBuffer lock"), Verdict::Visible);
        let notify =
            found.accesses("IntBuffer", |found| matches!(found, Instruction::NotifyAll { .. }));
        assert!(!notify.is_empty());
        let read = found.accesses("IntBuffer", |found| {
            matches!(found, Instruction::Read { .. } | Instruction::ReadElement { .. })
        });
        assert!(
            read.len() > 4 && read.iter().all(|access| !matches!(access, Access::Visible { .. }))
        );
    }
}

#[test]
fn figure_2_with_one_mutator() {
    let found = Found::figure("Figure2With1");
    // "All accesses to the variables and locks of the Subjects and Observers in the mutator thread": ownership changes.
    for variable in [
        "Subject.state",
        "Subject.next",
        "Subject.myObserver",
        "Subject lock",
        "Observer.subject",
        "Observer.cachedState",
        "Observer lock",
        "Mutator.subjectList",
        "Mutator.newState",
    ] {
        assert_eq!(found.verdict(variable), Verdict::Owned, "{variable}");
    }
}

#[test]
fn figure_2_with_two_mutators() {
    let found = Found::figure("Figure2With2");
    // "These variables are protected by the lock on the Subject."
    for variable in ["Subject.state", "Subject.myObserver"] {
        assert_eq!(found.verdict(variable), Verdict::Mixed, "{variable}");
        assert_eq!(found.protectors(variable), ["itself"], "{variable}");
    }
    for variable in ["Observer.subject", "Observer.cachedState"] {
        assert_eq!(found.verdict(variable), Verdict::Mixed, "{variable}");
        assert!(found.protectors(variable).contains(&"Subject".to_owned()), "{variable}");
    }
    // "The lock on the Observer is protected by the lock on the enclosing Subject."
    assert_eq!(found.verdict("Observer lock"), Verdict::Protected);
    assert_eq!(found.protectors("Observer lock"), ["Subject"]);
    // "The next variable of a Subject is not protected since it is referenced without a lock."
    assert_eq!(found.verdict("Subject.next"), Verdict::Visible);
    assert_eq!(found.verdict("Subject lock"), Verdict::Visible);
    // The link by which this is known is one-to-one; printed or repaired.
    let printed = analyze(&found.program, &found.inlined, Reading::printed(), &Options::default());
    let printed = Found { analysis: printed.unwrap(), ..found };
    assert_eq!(printed.verdict("Observer lock"), Verdict::Protected);
}

#[test]
fn figures_that_count_their_threads_by_an_argument() {
    // The threads are started in a loop: there may be any number of them.
    let found = Found::of(support::java("Figure2", &["2"]));
    assert_eq!(found.verdict("Observer lock"), Verdict::Protected);
    assert_eq!(found.verdict("Subject.next"), Verdict::Visible);
    let found = Found::of(support::java("Figure1", &["2"]));
    assert_eq!(found.verdict("IntBuffer.count"), Verdict::Mixed);
    // Each consumer owns itself, whichever iteration it is of: ownership changes (figure 9).
    assert_eq!(found.verdict("Consumer.buf"), Verdict::Owned);
}

#[test]
fn figures_5_and_9() {
    let found = Found::of(support::java("Figure5", &[]));
    assert_eq!(found.verdict("Programmer.hours"), Verdict::Mixed);
    assert_eq!(found.verdict("Programmer.salary"), Verdict::Mixed);
    let mixed = Found::of(support::java("Figure5Mixed", &[]));
    let verdicts = ["Programmer.hours", "Programmer.salary"].map(|name| mixed.verdict(name));
    assert!(verdicts.contains(&Verdict::Visible), "{verdicts:?}");
    let found = Found::of(support::java("Figure9", &[]));
    assert_eq!(found.verdict("Request.answer"), Verdict::Owned);
    assert_eq!(found.verdict("Request.work"), Verdict::Owned);
    let broken = Found::of(support::java("Figure9Broken", &[]));
    // The thread that made a request reads this one afterwards.
    assert_eq!(broken.verdict("Request.answer"), Verdict::Visible);
    assert_eq!(broken.verdict("Request.work"), Verdict::Owned);
}
