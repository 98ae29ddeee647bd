//! An explicit search of all steps of the system that a certificate describes, straight from the guide's page: what is
//! true of it. It shares nothing with the verifier in Python nor with the library but the JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Why an expression has no value.
enum Stop {
    /// Its evaluation fails.
    Fails,
    /// It has no meaning: a condition that is neither 0 nor 1, a predicate that fails.
    Nonsense(String),
}

type State = Vec<i64>;

/// A question that an answer is about: the claim, and its number.
pub(crate) type Asked = (String, Option<u64>);

struct Judge<'a> {
    check: &'a Value,
    domains: Vec<(i64, i64)>,
    threads: usize,
    points: Vec<Vec<&'a Value>>,
    transitions: Vec<Vec<&'a Value>>,
    group_of: BTreeMap<i64, usize>,
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn int(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

fn flag(value: &Value, name: &str) -> bool {
    value[name].as_bool().unwrap_or(false)
}

/// What is true of the system: whether each claim holds; none where it has more than so many states.
///
/// # Errors
/// Why the description has no meaning.
pub(crate) fn truth(check: &Value, most: usize) -> Result<Option<BTreeMap<Asked, bool>>, String> {
    let judge = Judge::new(check);
    let found = judge.explore(most);
    found.map_err(|stop| match stop {
        Stop::Fails => "a predicate fails".to_owned(),
        Stop::Nonsense(why) => why,
    })
}

impl<'a> Judge<'a> {
    fn new(check: &'a Value) -> Self {
        let domains = list(check, "cells").iter().map(|c| (int(&c["low"]), int(&c["high"])));
        let threads = list(check, "threads").len();
        let of = |name: &str| -> Vec<Vec<&'a Value>> {
            let is_of =
                |k: usize, entry: &Value| int(&entry["thread"]) == i64::try_from(k).unwrap();
            let all = (0..threads).map(|k| list(check, name).iter().filter(move |e| is_of(k, e)));
            all.map(Iterator::collect).collect()
        };
        let mut group_of = BTreeMap::new();
        for (k, group) in list(check, "protected").iter().enumerate() {
            let cells = list(group, "variables").iter().flat_map(|one| list(one, "cells"));
            group_of.extend(cells.map(|cell| (int(cell), k)));
        }
        Judge {
            check,
            domains: domains.collect(),
            threads,
            points: of("points"),
            transitions: of("transitions"),
            group_of,
        }
    }

    fn explore(&self, most: usize) -> Result<Option<BTreeMap<Asked, bool>>, Stop> {
        let first: State = list(self.check, "cells").iter().map(|c| int(&c["initial"])).collect();
        let (mut met, mut open) = (BTreeSet::from([first.clone()]), vec![first]);
        let mut truth: BTreeMap<Asked, bool> = BTreeMap::new();
        for claim in ["discipline", "no_failure", "no_deadlock", "no_endless_loop"] {
            truth.insert((claim.to_owned(), None), true);
        }
        let claims = |name: &'static str| (0_u64..).zip(list(self.check, name));
        truth.extend(claims("invariants").map(|(k, _)| (("invariant".to_owned(), Some(k)), true)));
        truth.extend(claims("reach").map(|(k, _)| (("reach".to_owned(), Some(k)), false)));
        let mut alone: Vec<BTreeMap<State, Vec<State>>> = vec![BTreeMap::new(); self.threads];
        while let Some(state) = open.pop() {
            if met.len() > most {
                return Ok(None);
            }
            for (k, one) in claims("invariants") {
                if !self.condition(&one["predicate"], &state)? {
                    truth.insert(("invariant".to_owned(), Some(k)), false);
                }
            }
            for (k, one) in claims("reach") {
                if self.condition(&one["predicate"], &state)? {
                    truth.insert(("reach".to_owned(), Some(k)), true);
                }
            }
            if self.is_violated(&state)? {
                truth.insert(("discipline".to_owned(), None), false);
            }
            let mut is_stuck = true;
            for (thread, alone) in alone.iter_mut().enumerate() {
                let point = self.point(thread, &state);
                for transition in self.pending(thread, &state) {
                    let (after, _) = self.run(transition, thread, &state)?;
                    let Some((then, fails)) = after else { continue };
                    is_stuck = false;
                    if fails {
                        truth.insert(("no_failure".to_owned(), None), false);
                    }
                    if !flag(point, "visible") {
                        alone.entry(state.clone()).or_default().push(then.clone());
                    }
                    if met.insert(then.clone()) {
                        open.push(then);
                    }
                }
            }
            let is_at = |k: usize, what: &str| flag(self.point(k, &state), what);
            let has_failed = (0..self.threads).any(|k| is_at(k, "failed"));
            let may_rest = (0..self.threads).all(|k| is_at(k, "may rest"));
            if is_stuck && !has_failed && !may_rest {
                truth.insert(("no_deadlock".to_owned(), None), false);
            }
        }
        if alone.into_iter().any(has_cycle) {
            truth.insert(("no_endless_loop".to_owned(), None), false);
        }
        Ok(Some(truth))
    }

    fn point(&self, thread: usize, state: &State) -> &'a Value {
        self.points[thread][usize::try_from(state[thread]).unwrap()]
    }

    fn pending(&self, thread: usize, state: &State) -> impl Iterator<Item = &'a Value> {
        let at = state[thread];
        self.transitions[thread].iter().copied().filter(move |t| int(&t["from"]) == at)
    }

    fn is_violated(&self, state: &State) -> Result<bool, Stop> {
        let access = |group: usize, thread: usize| {
            let predicate = &list(self.check, "protected")[group]["access"][thread];
            self.condition(predicate, state)
        };
        for thread in 0..self.threads {
            for transition in self.pending(thread, state) {
                for cell in self.run(transition, thread, state)?.1 {
                    if let Some(group) = self.group_of.get(&cell)
                        && !access(*group, thread)?
                    {
                        return Ok(true);
                    }
                }
            }
        }
        for group in 0..list(self.check, "protected").len() {
            let mut holders = 0;
            for thread in 0..self.threads {
                holders += usize::from(access(group, thread)?);
            }
            if holders > 1 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What a pending transition does: the state after it and whether it fails, if there is a step; the cells that it
    /// touches.
    #[expect(clippy::type_complexity, reason = "two answers of one run")]
    fn run(
        &self,
        transition: &Value,
        thread: usize,
        state: &State,
    ) -> Result<(Option<(State, bool)>, Vec<i64>), Stop> {
        let mut touched = Vec::new();
        let failed = |touched: Vec<i64>| {
            let to = &self.point(thread, state)["fails to"];
            let Some(to) = to.as_i64() else {
                return Err(Stop::Nonsense("there is no point for a failure".to_owned()));
            };
            let mut after = state.clone();
            after[thread] = to;
            Ok((Some((after, true)), touched))
        };
        match self.value(&transition["guard"], state, &mut touched).and_then(truth_value) {
            Ok(true) => {}
            Ok(false) => return Ok((None, touched)),
            Err(Stop::Fails) if flag(transition, "otherwise") => return Ok((None, touched)),
            Err(Stop::Fails) => return failed(touched),
            Err(nonsense) => return Err(nonsense),
        }
        let mut after = state.clone();
        for assignment in list(transition, "command") {
            let done = self.value(&assignment[1], &after, &mut touched).and_then(|value| {
                let cell = self.cell(&assignment[0], &after, &mut touched)?;
                let (low, high) = self.domains[cell];
                if value < low || value > high {
                    return Err(Stop::Fails);
                }
                Ok((cell, value))
            });
            match done {
                Ok((cell, value)) => {
                    touched.push(i64::try_from(cell).unwrap());
                    after[cell] = value;
                }
                Err(Stop::Fails) => return failed(touched),
                Err(nonsense) => return Err(nonsense),
            }
        }
        if transition["fails"].is_string() {
            return failed(touched);
        }
        after[thread] = int(&transition["to"]);
        for cell in list(transition, "forgets") {
            let cell = usize::try_from(int(cell)).unwrap();
            after[cell] = self.domains[cell].0;
        }
        Ok((Some((after, false)), touched))
    }

    fn condition(&self, written: &Value, state: &State) -> Result<bool, Stop> {
        match self.value(written, state, &mut Vec::new()).and_then(truth_value) {
            Err(Stop::Fails) => Err(Stop::Nonsense("a predicate fails".to_owned())),
            other => other,
        }
    }

    fn cell(&self, place: &Value, state: &State, touched: &mut Vec<i64>) -> Result<usize, Stop> {
        let mut cell = int(&place[1]);
        for index in place[2].as_array().into_iter().flatten() {
            let offset = self.value(&index[0], state, touched)? - int(&index[1]);
            if offset < 0 || offset >= int(&index[2]) {
                return Err(Stop::Fails);
            }
            cell += offset * int(&index[3]);
        }
        Ok(usize::try_from(cell).unwrap())
    }

    fn value(&self, written: &Value, state: &State, touched: &mut Vec<i64>) -> Result<i64, Stop> {
        if let Some(number) = written.as_i64() {
            return Ok(number);
        }
        let word = written[0].as_str().unwrap();
        let part = |k: usize, touched: &mut Vec<i64>| self.value(&written[k], state, touched);
        let parts = written.as_array().unwrap().len();
        Ok(match word {
            "cell" | "element" => {
                let cell = self.cell(written, state, touched)?;
                touched.push(i64::try_from(cell).unwrap());
                state[cell]
            }
            "not" => i64::from(!truth_value(part(1, touched)?)?),
            "and" | "or" => {
                for k in 1..parts {
                    if truth_value(part(k, touched)?)? == (word == "or") {
                        return Ok(i64::from(word == "or"));
                    }
                }
                i64::from(word == "and")
            }
            "if" => {
                let k = if truth_value(part(1, touched)?)? { 2 } else { 3 };
                part(k, touched)?
            }
            "among" => {
                let value = part(1, touched)?;
                i64::from(written[2].as_array().unwrap().contains(&Value::from(value)))
            }
            _ => {
                let (left, right) = (part(1, touched)?, part(2, touched)?);
                let number = match word {
                    "=" => i64::from(left == right),
                    "!=" => i64::from(left != right),
                    "<" => i64::from(left < right),
                    "<=" => i64::from(left <= right),
                    "+" => left + right,
                    "-" => left - right,
                    "*" => left * right,
                    "div" | "mod" if right == 0 => return Err(Stop::Fails),
                    // Towards minus infinity; the remainder has the sign of the divisor.
                    "div" => (left - ((left % right) + right) % right) / right,
                    "mod" => ((left % right) + right) % right,
                    _ => return Err(Stop::Nonsense(format!("no operation `{word}`"))),
                };
                i64::from(i32::try_from(number).map_err(|_| Stop::Fails)?)
            }
        })
    }
}

fn truth_value(value: i64) -> Result<bool, Stop> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Stop::Nonsense(format!("{value} is no truth value"))),
    }
}

/// Whether some way leads round: what has no successor is taken away until nothing, or only ways round are left.
fn has_cycle(mut ways: BTreeMap<State, Vec<State>>) -> bool {
    loop {
        let ended: Vec<State> = ways
            .iter()
            .filter(|(_, after)| !after.iter().any(|then| ways.contains_key(then)))
            .map(|(state, _)| state.clone())
            .collect();
        if ended.is_empty() {
            return !ways.is_empty();
        }
        for state in ended {
            ways.remove(&state);
        }
    }
}
