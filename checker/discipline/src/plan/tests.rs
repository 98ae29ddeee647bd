//! Slices held against cases by hand: an assignment that is said to touch too much would hide effects, one that is said
//! to touch too little would invent them.

use reductio_system::{
    Domain, Expression, Index, Place, SystemBuilder, ThreadId, Value, VariableClass,
};

use super::*;

/// The cells of a system, with the class of each one's object.
struct Cells {
    builder: SystemBuilder,
    thread: ThreadId,
    classes: Vec<Option<ClassId>>,
}

impl Cells {
    fn new() -> Self {
        let mut builder = SystemBuilder::new("slices");
        let thread = builder.thread("t").unwrap();
        builder.point(thread, "A", true).unwrap();
        Cells { builder, thread, classes: vec![None] }
    }

    /// Adds an array of cells, each with its greatest value and its class.
    fn array(&mut self, name: &str, cells: &[(Value, Option<ClassId>)]) -> CellId {
        self.classes.extend(cells.iter().map(|(_, class)| *class));
        let cells = cells
            .iter()
            .enumerate()
            .map(|(k, (high, _))| (format!("{name}{k}"), Domain::integers(0, *high).unwrap(), 0));
        let cells = cells.collect();
        let variable = self.builder.variables(name, VariableClass::Shared, cells).unwrap();
        self.builder.declared(variable).unwrap().cells().next().unwrap()
    }

    /// The slice of a transition with these assignments, for predicates that read the cells of `support`.
    fn plan(mut self, command: Vec<(Place, Expression)>, support: &[CellId]) -> Plan {
        let mut step = self.builder.transition(self.thread, 0, 0);
        for (target, value) in command {
            step = step.set(target, value);
        }
        step.add().unwrap();
        let system = self.builder.finish().unwrap();
        Plan::new(&system, &system.thread(self.thread).transitions()[0], support, &self.classes)
    }
}

fn element(first: CellId, index: Expression) -> Place {
    Place::Element { first, indices: [Index { value: index, low: 0, length: 2, stride: 1 }].into() }
}

/// The cells of the tests: `x` and `a` are of class 0, `y` of class 1, `b` of both; `z` and `e` are of none, and the
/// elements of `e` differ in their ranges. `t` takes any value.
struct Names {
    x: CellId,
    y: CellId,
    z: CellId,
    a: CellId,
    b: CellId,
    e: CellId,
    t: CellId,
}

fn names() -> (Cells, Names) {
    let mut cells = Cells::new();
    let x = cells.array("x", &[(1, Some(0))]);
    let y = cells.array("y", &[(1, Some(1))]);
    let z = cells.array("z", &[(1, None)]);
    let a = cells.array("a", &[(1, Some(0)), (1, Some(0))]);
    let b = cells.array("b", &[(1, Some(0)), (1, Some(1))]);
    let e = cells.array("e", &[(1, None), (5, None)]);
    let t = cells.array("t", &[(100, None)]);
    (cells, Names { x, y, z, a, b, e, t })
}

/// A function that makes an expression over the named cells.
type Made<'a> = &'a dyn Fn(&Names) -> Expression;

/// The classes that one assignment touches in every state, if nothing else about it matters, and whether it is unread.
fn treated(
    of: impl Fn(&Names) -> (Place, Expression),
    support: impl Fn(&Names) -> Vec<CellId>,
) -> (Option<Vec<ClassId>>, bool) {
    let (cells, names) = names();
    let (assignment, support) = (of(&names), support(&names));
    let plan = cells.plan(vec![assignment], &support);
    (plan.touched_only(0).map(<[ClassId]>::to_vec), plan.is_unread(0))
}

#[test]
fn what_is_touched_is_known_where_it_is_touched_in_every_state() {
    let read = Expression::cell;
    let is_one = |cell| read(cell).equals(1);
    let both = |parts: [Expression; 2]| Expression::And(Box::new(parts));
    let either = |parts: [Expression; 2]| Expression::Or(Box::new(parts));
    let choose = |parts: [Expression; 3]| Expression::If(Box::new(parts));
    let cases: [(&str, Made<'_>, Option<&[ClassId]>); 21] = [
        ("1", &|_| 1.into(), Some(&[])),
        ("z", &|n| read(n.z), Some(&[])),
        ("x", &|n| read(n.x), Some(&[0])),
        ("x + y", &|n| read(n.x).plus(read(n.y)), Some(&[0, 1])),
        ("x + x", &|n| read(n.x).plus(read(n.x)), Some(&[0])),
        ("not x", &|n| is_one(n.x).negated(), Some(&[0])),
        // A part after the first is not evaluated in all states.
        ("x and z", &|n| both([is_one(n.x), is_one(n.z)]), Some(&[0])),
        ("x and x", &|n| both([is_one(n.x), is_one(n.x)]), Some(&[0])),
        ("z and x", &|n| both([is_one(n.z), is_one(n.x)]), None),
        ("x or y", &|n| either([is_one(n.x), is_one(n.y)]), None),
        // Both sides of a choice touch one and the other, or it depends.
        ("if z then x else x", &|n| choose([is_one(n.z), read(n.x), read(n.x)]), Some(&[0])),
        ("if z then x else y", &|n| choose([is_one(n.z), read(n.x), read(n.y)]), None),
        ("if z then x else 0", &|n| choose([is_one(n.z), read(n.x), 0.into()]), None),
        (
            "if z then x + y else y + x",
            &|n| choose([is_one(n.z), read(n.x).plus(read(n.y)), read(n.y).plus(read(n.x))]),
            Some(&[0, 1]),
        ),
        (
            "if z then x + y else x",
            &|n| choose([is_one(n.z), read(n.x).plus(read(n.y)), read(n.x)]),
            None,
        ),
        ("if x then y else y", &|n| choose([is_one(n.x), read(n.y), read(n.y)]), Some(&[0, 1])),
        (
            "if (z and x) then y else y",
            &|n| choose([both([is_one(n.z), is_one(n.x)]), read(n.y), read(n.y)]),
            None,
        ),
        (
            "if z then (z and x) else x",
            &|n| choose([is_one(n.z), both([is_one(n.z), is_one(n.x)]), is_one(n.x)]),
            None,
        ),
        ("a[z]", &|n| Expression::Read(element(n.a, read(n.z))), Some(&[0])),
        ("a[y]", &|n| Expression::Read(element(n.a, read(n.y))), Some(&[1, 0])),
        ("b[z]", &|n| Expression::Read(element(n.b, read(n.z))), None),
    ];
    for (text, value, expected) in cases {
        let (touched, is_unread) =
            treated(|names| (Place::Cell(names.t), value(names)), |_| Vec::new());
        assert_eq!(touched.as_deref(), expected, "t := {text}");
        // Where it depends on the state, all of it is executed, though it does not matter what it changes.
        assert_eq!(is_unread, expected.is_none(), "t := {text}");
    }
}

#[test]
fn targets_are_touched_too() {
    let read = Expression::cell;
    let nothing = |_: &Names| Vec::new();
    let at_z = |n: &Names| (element(n.a, read(n.z)), 1.into());
    assert_eq!(treated(at_z, nothing), (Some(vec![0]), false));
    let at_y = |n: &Names| (element(n.a, read(n.y)), 1.into());
    assert_eq!(treated(at_y, nothing), (Some(vec![1, 0]), false));
    // Which object is touched depends on the state.
    assert_eq!(treated(|n| (element(n.b, read(n.z)), 1.into()), nothing), (None, false));
    // It may fail: then it is executed, and for which element matters only where they differ in their ranges.
    let may_fail = |n: &Names| (element(n.a, read(n.z)), read(n.x).plus(read(n.x)));
    assert_eq!(treated(may_fail, nothing), (None, true));
    let may_fail_at_one = |n: &Names| (element(n.e, read(n.z)), read(n.x).plus(read(n.x)));
    assert_eq!(treated(may_fail_at_one, nothing), (None, false));
    // A predicate reads one of the elements.
    assert_eq!(treated(at_z, |n| vec![CellId::new(n.a.index() + 1)]), (None, false));
}

#[test]
fn what_goes_into_what_is_read_matters() {
    let (cells, n) = names();
    let read = Expression::cell;
    // Only the last two matter to a predicate that reads y: y is written with the sum of an element and z.
    let command = vec![
        (Place::Cell(n.t), read(n.x)),
        (element(n.e, read(n.x)), read(n.z)),
        (Place::Cell(n.y), Expression::Read(element(n.e, read(n.z)))),
    ];
    let plan = cells.plan(command, &[n.y]);
    assert_eq!(plan.touched_only(0), Some(&[0][..]));
    assert_eq!((plan.touched_only(1), plan.touched_only(2)), (None, None));
    assert!(!plan.is_unread(1) && !plan.is_unread(2));
    let e1 = CellId::new(n.e.index() + 1);
    assert_eq!(plan.relevant(), [n.x, n.y, n.z, n.e, e1]);
}
