//! Systems as text: written so that a person can follow them, and read back.
//!
//! ```text
//! states 3
//! processes 2
//! q = {2}
//! u_0 = {(1,2)}
//! v_0 = {(0,1)}
//! u_1 = {}
//! v_1 = {}
//! ```
//!
//! A line `p_0 = {0, 2}` stands where `p_0` is not the set of states in which `u_0` is disabled. A comment begins with
//! `--`; empty lines are ignored; a set or relation that is left out is empty.

use std::fmt;

use super::error::SystemError;
use super::rows::{Rows, States, members};
use super::system::{MAX_PROCESSES, System, disabled};

pub(super) fn set(states: States) -> String {
    let names: Vec<String> = members(states).map(|s| s.to_string()).collect();
    format!("{{{}}}", names.join(", "))
}

fn relation<R: Rows>(x: &R, states: usize) -> String {
    let pair = |s: usize| members(x.row(s)).map(move |t| format!("({s},{t})"));
    format!("{{{}}}", (0..states).flat_map(pair).collect::<Vec<_>>().join(", "))
}

impl<R: Rows> fmt::Display for System<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "states {}", self.states())?;
        writeln!(f, "processes {}", self.processes())?;
        writeln!(f, "q = {}", set(self.q()))?;
        for i in 0..self.processes() {
            if self.p(i) != disabled(self.u(i), self.states()) {
                writeln!(f, "p_{i} = {}", set(self.p(i)))?;
            }
            writeln!(f, "u_{i} = {}", relation(self.u(i), self.states()))?;
            writeln!(f, "v_{i} = {}", relation(self.v(i), self.states()))?;
        }
        Ok(())
    }
}

/// A line of text, and the rest of it that is not read.
struct Line<'a> {
    number: usize,
    rest: &'a str,
}

impl Line<'_> {
    fn fault<T>(&self, expected: &'static str) -> Result<T, SystemError> {
        let found = if self.rest.is_empty() { "end of line" } else { self.rest };
        Err(SystemError::Line {
            line: self.number,
            expected,
            found: found.chars().take(40).collect(),
        })
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest.strip_prefix(token);
        if let Some(rest) = found {
            self.rest = rest.trim_start();
        }
        found.is_some()
    }

    fn number(&mut self, expected: &'static str) -> Result<usize, SystemError> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = self.rest[..digits].parse() else { return self.fault(expected) };
        self.rest = self.rest[digits..].trim_start();
        Ok(number)
    }

    fn end(&self) -> Result<(), SystemError> {
        if self.rest.is_empty() { Ok(()) } else { self.fault("the end of the line") }
    }

    /// Reads `{item, item}`, each item by `item`, to the end of the line.
    fn items(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<(), SystemError>,
    ) -> Result<(), SystemError> {
        if !self.eat("=") {
            return self.fault("`=`");
        }
        if !self.eat("{") {
            return self.fault("`{`");
        }
        if !self.eat("}") {
            loop {
                item(self)?;
                if self.eat("}") {
                    break;
                }
                if !self.eat(",") {
                    return self.fault("`,` or `}`");
                }
            }
        }
        self.end()
    }
}

/// The parts of a system that have been read.
struct Reader<R> {
    states: usize,
    q: Option<States>,
    p: Vec<Option<States>>,
    u: Vec<Option<R>>,
    v: Vec<Option<R>>,
}

impl<R: Rows> Reader<R> {
    fn state(&self, line: &mut Line<'_>) -> Result<usize, SystemError> {
        let state = line.number("a state")?;
        if state < self.states {
            return Ok(state);
        }
        Err(SystemError::Beyond { state, states: self.states })
    }

    fn states(&self, line: &mut Line<'_>) -> Result<States, SystemError> {
        let mut found = 0;
        line.items(|line| self.state(line).map(|s| found |= 1 << s))?;
        Ok(found)
    }

    fn relation(&self, line: &mut Line<'_>) -> Result<R, SystemError> {
        let mut found = R::empty(self.states);
        line.items(|line| {
            let is_pair = line.eat("(");
            let from = self.state(line)?;
            // Earlier versions wrote `s->t`.
            if !line.eat(if is_pair { "," } else { "->" }) {
                return line.fault(if is_pair { "`,`" } else { "a pair of states, `(s,t)`" });
            }
            let to = self.state(line)?;
            if is_pair && !line.eat(")") {
                return line.fault("`)`");
            }
            found.insert(from, to);
            Ok(())
        })?;
        Ok(found)
    }

    fn line(&mut self, line: &mut Line<'_>) -> Result<(), SystemError> {
        const EXPECTED: &str = "`q`, or `p_i`, `u_i`, `v_i` of a process i, each once";
        let whole = Line { number: line.number, rest: line.rest };
        if line.eat("q") {
            let set = self.states(line)?;
            return if self.q.replace(set).is_some() { whole.fault(EXPECTED) } else { Ok(()) };
        }
        let Some(kind) = ["p_", "u_", "v_"].into_iter().find(|kind| line.eat(kind)) else {
            return whole.fault(EXPECTED);
        };
        let i = line.number("the number of a process")?;
        if i >= self.p.len() {
            return whole.fault(EXPECTED);
        }
        let twice = match kind {
            "p_" => {
                let set = self.states(line)?;
                self.p[i].replace(set).is_some()
            }
            "u_" => {
                let x = self.relation(line)?;
                self.u[i].replace(x).is_some()
            }
            _ => {
                let x = self.relation(line)?;
                self.v[i].replace(x).is_some()
            }
        };
        if twice { whole.fault(EXPECTED) } else { Ok(()) }
    }
}

impl<R: Rows> std::str::FromStr for System<R> {
    type Err = SystemError;

    fn from_str(text: &str) -> Result<Self, SystemError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(k, line)| Line {
                number: k + 1,
                rest: line.split("--").next().unwrap_or_default().trim(),
            })
            .filter(|line| !line.rest.is_empty());
        let last = Line { number: text.lines().count() + 1, rest: "" };
        let mut header = |keyword: &'static str, expected: &'static str| {
            let Some(mut line) = lines.next() else { return last.fault(expected) };
            if !line.eat(keyword) {
                return line.fault(expected);
            }
            let number = line.number(expected)?;
            line.end().map(|()| number)
        };
        let states = header("states ", "`states n`")?;
        let processes = header("processes ", "`processes k`")?;
        if states == 0 || states > R::MAX {
            return Err(SystemError::States { states, limit: R::MAX });
        }
        if processes == 0 || processes > MAX_PROCESSES {
            return Err(SystemError::Processes { processes, limit: MAX_PROCESSES });
        }
        let none = vec![None; processes];
        let mut reader =
            Reader { states, q: None, p: vec![None; processes], u: none.clone(), v: none };
        lines.try_for_each(|mut line| reader.line(&mut line))?;
        let full = |list: Vec<Option<R>>| -> Vec<R> {
            list.into_iter().map(|x| x.unwrap_or_else(|| R::empty(states))).collect()
        };
        let system = System::new(states, reader.q.unwrap_or(0), full(reader.u), full(reader.v))?;
        let p = (0..processes).map(|i| reader.p[i].unwrap_or(system.p(i))).collect();
        system.with_p(p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::rows::{Wide, Word};

    const SMALL: &str = "states 3\nprocesses 2\nq = {2}\nu_0 = {(1,2)}\nv_0 = {(0,1), (0,2)}\n\
                         p_1 = {0, 1}\nu_1 = {}\nv_1 = {}\n";

    #[test]
    fn what_is_written_is_read_back() {
        let system: System = SMALL.parse().unwrap();
        assert_eq!(system.to_string(), SMALL);
        let large: System<Wide> = SMALL.parse().unwrap();
        assert_eq!(large.to_string(), SMALL);
    }

    #[test]
    fn lines_may_be_left_out_and_comments_added() {
        let text = "-- a comment\nstates 1\n\nprocesses 1 -- one\nu_0 = { 0 -> 0 }\n";
        let system: System = text.parse().unwrap();
        assert_eq!((system.u(0), system.v(0), system.q()), (&Word(1), &Word(0), 0));
    }

    #[test]
    fn faults_name_their_line() {
        let head = "states 2\nprocesses 1\n";
        for (text, message) in [
            ("", "line 1: expected `states n`, found `end of line`"),
            ("states 2", "line 2: expected `processes k`, found `end of line`"),
            ("states two\n", "line 1: expected `states n`, found `two`"),
            ("states 9\nprocesses 1", "9 states: there must be at least 1 and at most 8"),
            ("states 1\nprocesses 0", "0 processes: there must be at least 1 and at most 64"),
        ] {
            assert_eq!(text.parse::<System>().unwrap_err().to_string(), message);
        }
        for (text, message) in [
            ("q {1}", "line 3: expected `=`, found `{1}`"),
            ("q = {1", "line 3: expected `,` or `}`, found `end of line`"),
            ("q = {1} 2", "line 3: expected the end of the line, found `2`"),
            ("u_0 = {0-1}", "line 3: expected a pair of states, `(s,t)`, found `-1}`"),
            ("u_0 = {(0 1)}", "line 3: expected `,`, found `1)}`"),
            ("u_0 = {(0,1}", "line 3: expected `)`, found `}`"),
            ("q = {2}", "state 2 is not one of the 2 states, which are numbered from 0"),
            (
                "q = {99999999999999999999}",
                "line 3: expected a state, found `99999999999999999999}`",
            ),
        ] {
            let text = format!("{head}{text}");
            assert_eq!(text.parse::<System>().unwrap_err().to_string(), message);
        }
        for text in ["u_1 = {}", "x = {}", "q = {}\nq = {}", "u_0 = {}\nu_0 = {}"] {
            let fault = format!("{head}{text}").parse::<System>().unwrap_err();
            assert!(matches!(fault, SystemError::Line { .. }), "{fault}");
        }
    }
}
