//! Conditions that are worked out when a text is read have the value that they would have in a state: random conditions
//! are read once over variables, once with the values of the variables in their places.

use std::fmt::Write as _;

use reductio::language::parse_system;
use reductio::system::{Failure, Value};
use reductio_relations::Random;

/// The integer variables: name, type, and initial values.
const INTEGERS: [(&str, &str, [Value; 3]); 3] =
    [("a", "-3 .. 5", [-3, 0, 4]), ("b", "0 .. 2", [0, 1, 2]), ("c", "1 .. 7", [1, 3, 7])];
/// The variables that may be `none`, which stands for -1, 1 and 0 in them: name, type, and initial values.
const POINTERS: [(&str, &str, [Option<Value>; 3]); 3] = [
    ("p", "0 .. 3 or none", [None, Some(0), Some(3)]),
    ("q", "2 .. 5 or none", [None, Some(2), Some(4)]),
    ("r", "1 .. 1 or none", [None, Some(1), None]),
];

struct Generator {
    random: Random,
}

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.random.bits() % bound as u64).unwrap()
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    /// An integer expression; names of variables are written `$a`.
    fn integer(&mut self, depth: usize) -> String {
        let kind = if depth == 0 { self.below(2) } else { self.below(6) };
        match kind {
            0 => format!("({})", i64::try_from(self.below(9)).unwrap() - 3),
            1 => format!("${}", INTEGERS[self.below(3)].0),
            2 => format!("(- {})", self.integer(depth - 1)),
            3 => {
                let condition = self.condition(depth - 1);
                format!(
                    "(if {condition} then {} else {})",
                    self.integer(depth - 1),
                    self.integer(depth - 1)
                )
            }
            _ => {
                let operator = self.pick(&["+", "-", "*", "div", "mod"]);
                format!("({} {operator} {})", self.integer(depth - 1), self.integer(depth - 1))
            }
        }
    }

    fn pointer(&mut self, depth: usize) -> String {
        match self.below(4) {
            0 if depth > 0 => {
                let condition = self.condition(depth - 1);
                let that = self.pick(&["none", "$a", "$q"]);
                format!("(if {condition} then {} else {that})", self.pointer(depth - 1))
            }
            1 => self.integer(depth.saturating_sub(1)),
            _ => format!("${}", POINTERS[self.below(3)].0),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth == 0 {
            return format!("({} < {})", self.integer(0), self.integer(0));
        }
        match self.below(9) {
            0 => format!("(not {})", self.condition(depth - 1)),
            1 | 2 => {
                let word = self.pick(&["and", "or"]);
                format!("({} {word} {})", self.condition(depth - 1), self.condition(depth - 1))
            }
            3 => {
                let [e, low, high] = [0; 3].map(|_| self.integer(depth - 1));
                format!("({e} in {low} .. {high})")
            }
            4 => format!(
                "({} in {{ {}, none, {} }})",
                self.pointer(depth - 1),
                self.integer(0),
                self.pointer(0)
            ),
            5 | 6 => {
                let sign = self.pick(&["==", "!="]);
                format!("({} {sign} {})", self.pointer(depth - 1), self.pointer(depth - 1))
            }
            _ => {
                let sign = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                format!("({} {sign} {})", self.integer(depth - 1), self.integer(depth - 1))
            }
        }
    }
}

/// The value of `condition` in the initial state; `None` for a text with faults.
fn outcome(declarations: &str, condition: &str) -> Option<Result<Value, Failure>> {
    let text = format!(
        "{declarations}var result : bool\nthread t {{ result := {condition} }}\nthread u {{ skip }}"
    );
    let system = parse_system(&text, "test", &[]).ok()?;
    let cell = system.cells().iter().position(|cell| cell.name() == "result").unwrap();
    let next = system.successors(&system.initial()).swap_remove(0);
    assert_eq!(next.thread.index(), 0);
    Some(match next.failure {
        Some(failure) => Err(failure),
        None => Ok(system.value(&next.state, reductio::system::CellId::new(cell))),
    })
}

#[test]
fn constants_are_worked_out_as_in_a_state() {
    const SEED: u64 = 20_061_123;
    println!("seed {SEED}");
    let mut generator = Generator { random: Random::new(SEED) };
    let (mut compared, mut truths, mut failures) = (0, 0, 0);
    for _ in 0..6_000 {
        let condition = generator.condition(3);
        let (mut over_variables, mut with_values) = (condition.clone(), condition);
        let mut declarations = String::new();
        for (name, ty, values) in INTEGERS {
            let value = values[generator.below(3)];
            let _ = writeln!(declarations, "var {name} : {ty} = {value}");
            with_values = with_values.replace(&format!("${name}"), &format!("({value})"));
        }
        for (name, ty, values) in POINTERS {
            let value =
                values[generator.below(3)].map_or("none".to_owned(), |value| value.to_string());
            let _ = writeln!(declarations, "var {name} : {ty} = {value}");
            with_values = with_values.replace(&format!("${name}"), &value);
        }
        over_variables = over_variables.replace('$', "");
        // With values in place, a fault may be found before any run: `none == none`, division by zero.
        let (Some(left), Some(right)) =
            (outcome(&declarations, &over_variables), outcome("", &with_values))
        else {
            continue;
        };
        assert_eq!(left, right, "{declarations}{over_variables}\n{with_values}");
        compared += 1;
        truths += usize::from(left == Ok(1));
        failures += usize::from(left.is_err());
    }
    assert!(compared > 2_000 && truths > 500 && compared - truths > 500, "{compared} {truths}");
    println!("{compared} compared, {truths} true, {failures} failed");
}
