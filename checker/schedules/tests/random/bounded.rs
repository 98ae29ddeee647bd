//! The second opinion on bounds: all executions of a program, by the interpreter, in which a thread is left at most so many times that could
//! have gone on. A thread stops only before what others may see.

use std::collections::{HashSet, VecDeque};

use super::oracle::{Outcomes, State, end, first, steps};
use super::program::{Do, Last, Program, Random};

#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    state: State,
    started: Vec<bool>,
    /// The number of the last thread that thread 0 has joined.
    joined: usize,
    last: Option<usize>,
    left: usize,
}

/// Whether the rules of this interpreter are known for an instruction.
fn is_plain_step(what: &Do) -> bool {
    matches!(
        what,
        Do::Lock(_)
            | Do::Unlock(_)
            | Do::Add(..)
            | Do::Wait(..)
            | Do::WaitTimed(..)
            | Do::NotifyOne(_)
            | Do::NotifyAll(_)
            | Do::Load(_)
            | Do::Store(..)
            | Do::FetchAdd(..)
            | Do::Swap(..)
            | Do::Send(_)
            | Do::SendWith(..)
            | Do::DropSender
            | Do::Receive
            | Do::Down
            | Do::TryDown
            | Do::Up
            | Do::Count
            | Do::Choose(_)
            | Do::PanicIf(_)
            | Do::Keep(_)
            | Do::KeepLocal(_)
            | Do::LetGo
    )
}

/// A random program that the rules of this interpreter are known for.
pub(crate) fn program(random: &mut Random) -> Program {
    let mut program = Program::random(random, 6);
    program.spurious = false;
    for thread in &mut program.threads {
        thread.retain(is_plain_step);
    }
    program
}

/// Whether the rules of this interpreter are known for all that a program does. It does not know that the first thread
/// drops its senders before its own instructions, which matters where these begin with a panic.
pub(crate) fn is_plain(program: &Program) -> bool {
    let first = program.threads[0].iter().find(|what| !matches!(what, Do::Choose(_)));
    let panics_first = matches!(first, Some(Do::PanicIf(_)));
    !program.spurious && !panics_first && program.threads.iter().flatten().all(is_plain_step)
}

/// Whether a thread stops before what it does next.
fn stops(program: &Program, state: &State, me: usize) -> bool {
    let thread = &state.threads[me];
    match (thread.drops.front(), program.threads[me].get(thread.at)) {
        (Some(Last::Add(..)), _) => !thread.within,
        (Some(_), _) => true,
        (None, None) => thread.kept.is_empty() && (me == 0 || thread.sender || thread.sync_sender),
        (None, Some(what)) => !matches!(
            what,
            Do::Unlock(_)
                | Do::Add(..)
                | Do::Choose(_)
                | Do::PanicIf(_)
                | Do::Keep(_)
                | Do::KeepLocal(_)
                | Do::LetGo
        ),
    }
}

impl Place {
    /// The thread that thread 0 joins next, if it is there.
    fn joins(&self, program: &Program, me: usize) -> Option<usize> {
        let thread = &self.state.threads[me];
        let is_done = thread.at >= program.threads[me].len()
            && thread.drops.is_empty()
            && thread.kept.is_empty();
        (me == 0 && is_done && self.joined + 1 < program.threads.len()).then_some(self.joined + 1)
    }

    fn can_go_on(&self, program: &Program, me: usize) -> bool {
        if !self.started[me] {
            return me == 0 || self.started[0];
        }
        match self.joins(program, me) {
            Some(other) => self.state.threads[other].ended,
            None => !steps(program, &self.state, me).is_empty(),
        }
    }

    /// What a thread can do up to where it stops again.
    fn go_on(&self, program: &Program, me: usize, ends: &mut Outcomes) -> Vec<Place> {
        let (mut open, mut done) = (vec![], vec![]);
        let mut first = self.clone();
        if !self.started[me] {
            first.started[me] = true;
            open.push(first);
        } else if let Some(other) = self.joins(program, me) {
            first.joined = other;
            open.push(first);
        } else {
            open.extend(self.micro(program, me, ends));
        }
        while let Some(place) = open.pop() {
            let is_ended = place.state.threads[me].ended;
            if is_ended || stops(program, &place.state, me) {
                // To lock twice ends the execution at once.
                let all = steps(program, &place.state, me);
                match all.into_iter().find_map(Result::err) {
                    Some(end) => _ = ends.insert(end),
                    None => done.push(place),
                }
            } else {
                open.extend(place.micro(program, me, ends));
            }
        }
        done
    }

    fn micro(&self, program: &Program, me: usize, ends: &mut Outcomes) -> Vec<Place> {
        let mut all = vec![];
        for next in steps(program, &self.state, me) {
            match next {
                Ok(state) => all.push(Place { state, ..self.clone() }),
                Err(end) => _ = ends.insert(end),
            }
        }
        all
    }
}

/// All ends within a bound, or `None` if there are more states than this.
pub(crate) fn outcomes(program: &Program, bound: usize, most: usize) -> Option<Outcomes> {
    let count = program.threads.len();
    let started = vec![false; count];
    let first = Place { state: first(program), started, joined: 0, last: None, left: 0 };
    let mut ends = Outcomes::new();
    let mut seen = HashSet::from([first.clone()]);
    let mut open = VecDeque::from([first]);
    while let Some(place) = open.pop_front() {
        if seen.len() > most {
            return None;
        }
        let able: Vec<usize> = (0..count).filter(|me| place.can_go_on(program, *me)).collect();
        if able.is_empty() {
            ends.insert(end(program, &place.state));
        }
        for me in &able {
            let leaves = place.last.is_some_and(|last| last != *me && able.contains(&last));
            let left = place.left + usize::from(leaves);
            if left > bound {
                continue;
            }
            for next in place.go_on(program, *me, &mut ends) {
                let next = Place { last: Some(*me), left, ..next };
                if seen.insert(next.clone()) {
                    open.push_back(next);
                }
            }
        }
    }
    Some(ends)
}
