//! All abstract states with the steps between them, in words, for pictures.

use std::fmt::Write as _;

use reductio_language::Families;
use reductio_system::{CellId, ThreadId, Value};
use rustc_hash::FxHashMap;

use crate::abstraction::{Asked, Order, explore, initial};
use crate::answer::{DecidedFamily, FamilyError};
use crate::counted_steps::CountedSteps;
use crate::counts::{Counts, Levels, MOST_LEVEL, parts};
use crate::frame::{Frame, Mover};
use crate::instance::{Instance, Place};
use crate::limits::{Limits, Stopped, Watch};
use crate::pairs::Pairs;
use crate::reading::Reading;
use crate::space::{LocalId, SharedId, family_of};

/// The abstract states of families of threads: each says of each local state how many threads are in it, exactly or at
/// least.
#[derive(Clone, Debug)]
pub struct AbstractStates {
    /// The families, in the order in which their index types are declared.
    pub families: Vec<DecidedFamily>,
    /// The number from which on threads are not counted.
    pub level: usize,
    /// The states in words; the initial ones come first.
    pub states: Vec<String>,
    /// The number of initial states.
    pub initial: usize,
    /// The names of the families' threads and of the others, which steps are of.
    pub movers: Vec<String>,
    /// The steps: the states before and after, the mover, and the statement.
    pub steps: Vec<AbstractStep>,
}

/// A step between abstract states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractStep {
    /// The number of the state before.
    pub from: usize,
    /// The number of the state after.
    pub to: usize,
    /// The number of the mover.
    pub mover: usize,
    /// The statement.
    pub text: String,
}

/// Finds all abstract states of the families over some index types, with counts up to a level, which must be 1 to 120.
/// At most `limits.configurations` are looked at.
///
/// # Errors
/// [`FamilyError`]: the text is wrong, or does not treat all threads of a family alike. The inner error says that a
/// limit was reached.
///
/// ```
/// use reductio_parameterized::{Limits, abstract_states};
///
/// let text = "type User = any\nlock m\nthread user[u : User] { loop { acquire m; A: skip; release m } }";
/// let graph = abstract_states(text, &["User"], &[], &Limits::default(), 1).unwrap().unwrap();
/// // One user begins, or more do.
/// assert_eq!((graph.initial, graph.movers), (1, vec!["user".to_owned()]));
/// assert!(graph.states.iter().any(|state| state.contains("1 or more user at")), "{:?}", graph.states);
/// ```
pub fn abstract_states<S: AsRef<str>>(
    text: &str,
    indices: &[S],
    constants: &[(String, i64)],
    limits: &Limits<'_>,
    level: usize,
) -> Result<Result<AbstractStates, Stopped>, FamilyError> {
    let indices: Vec<&str> = indices.iter().map(AsRef::as_ref).collect();
    let reading = Reading::new(text, &indices, constants)?;
    let Reading { families, text } = &reading;
    let frame = Frame::new(text, families, constants)?;
    Ok(drawn(&frame, families, &Watch::new(*limits), level))
}

fn drawn(
    frame: &Frame,
    families: &Families,
    watch: &Watch<'_>,
    level: usize,
) -> Result<AbstractStates, Stopped> {
    let mut pairs = Pairs::new(frame, watch, None)?;
    let level = level.clamp(1, MOST_LEVEL);
    let least: Vec<usize> = families.families.iter().map(|family| family.least).collect();
    let levels = Levels::uniform(u8::try_from(level).expect("a level is small"));
    let asked = Asked { questions: Vec::new(), least: &least };
    let all =
        explore(frame, &mut pairs, &asked, (&levels, Order::Oldest), (watch, usize::MAX), None)?
            .known;
    // The state with which runs begin comes first: it may be part of another one.
    let first = all.find(pairs.start.0, &initial(&pairs.start.1, &least)).expect("runs begin");
    let mut numbers: Vec<usize> = all.states().map(|(number, _)| number).collect();
    numbers.sort_by_key(|number| *number != first);
    let places: FxHashMap<usize, usize> =
        numbers.iter().enumerate().map(|(place, number)| (*number, place)).collect();
    let Pairs { space, effects, rules, labels, from, .. } = &mut pairs;
    let mut counted = CountedSteps::new(frame, &levels, None, space, effects);
    let mut steps = Vec::new();
    for (place, number) in numbers.iter().enumerate() {
        let (shared, counts) = all.get(*number);
        for number in from.get(shared).into_iter().flatten() {
            watch.look(all.len().max(steps.len()), 256)?;
            let (rule, label) = (&rules[*number], labels[*number]);
            let Some(counts) = counted.after(rule, counts) else { continue };
            let to = all.find(rule.to, &counts).expect("all steps were taken");
            let thread = frame.thread(rule.mover);
            let text = frame.instance.system.thread(thread).transitions()[label].text();
            let mover = match rule.mover {
                Mover::Member(family) => family,
                Mover::Single(thread) => least.len() + single_place(&frame.instance, thread),
            };
            let step = AbstractStep { from: place, to: places[&to], mover, text: text.to_owned() };
            if steps
                .iter()
                .rev()
                .take_while(|one: &&AbstractStep| one.from == place)
                .all(|one| *one != step)
            {
                steps.push(step);
            }
        }
    }
    let words = Words { frame, families };
    let states = numbers.iter().map(|number| {
        let (shared, counts) = all.get(*number);
        words.of(&pairs, *shared, counts)
    });
    let states = states.collect();
    let singles = frame.instance.singles.iter();
    let singles = singles.map(|single| frame.instance.system.thread(*single).name().to_owned());
    let movers = families.families.iter().map(|family| family.thread.clone()).chain(singles);
    let families = families.families.iter().map(DecidedFamily::of).collect();
    Ok(AbstractStates { families, level, states, initial: 1, movers: movers.collect(), steps })
}

/// The number of a thread among those that are of no family.
fn single_place(instance: &Instance, thread: ThreadId) -> usize {
    instance.singles.iter().position(|single| *single == thread).unwrap_or(0)
}

/// The words for abstract states.
struct Words<'a> {
    frame: &'a Frame,
    families: &'a Families,
}

impl Words<'_> {
    /// A state: how many threads are where, and the shared cells that differ from how they begin.
    fn of(&self, pairs: &Pairs, shared: SharedId, counts: &Counts) -> String {
        let instance = &self.frame.instance;
        let mut places: Vec<String> = counts
            .iter()
            .map(|one| {
                let (local, count) = parts(*one);
                let more = if count.is_open { " or more" } else { "" };
                format!("{}{more} {}", count.least, self.local(pairs, local))
            })
            .collect();
        let mut variables = String::new();
        let values = pairs.space.shared.get(shared);
        for (index, place) in instance.places.iter().enumerate() {
            let cell = &instance.system.cells()[index];
            let (Place::Shared(at) | Place::Pointer(_, at)) = *place else { continue };
            let single =
                instance.singles.iter().find(|single| single.counter() == CellId::new(index));
            if let Some(single) = single {
                let thread = instance.system.thread(*single);
                places.push(format!("{} at {}", thread.name(), self.point(*single, values[at])));
            } else if let Some(words) = self.value(*place, values[at], index) {
                let _ = writeln!(variables, "{} = {words}", cell.name());
            }
        }
        format!("{}\n{variables}", places.join(", "))
    }

    /// The value of a shared cell, if it differs from how it begins.
    fn value(&self, place: Place, value: Value, index: usize) -> Option<String> {
        let instance = &self.frame.instance;
        let cell = &instance.system.cells()[index];
        let value = match (place, family_of(value)) {
            (Place::Pointer(..), Some(family)) => {
                return Some(format!("a {}", self.families.families[family].thread));
            }
            (Place::Pointer(number, _), None) => {
                instance.not_a_member(instance.pointers[number], value)
            }
            _ => value,
        };
        (value != cell.initial()).then(|| cell.domain().show(value))
    }

    fn point(&self, thread: ThreadId, at: Value) -> String {
        let points = self.frame.instance.system.thread(thread).points();
        let point = usize::try_from(at).ok().and_then(|at| points.get(at));
        point.map_or_else(String::new, |point| point.name().to_owned())
    }

    /// A local state: the control point, the cells that differ from how they begin, and the pointers that name it.
    fn local(&self, pairs: &Pairs, local: LocalId) -> String {
        let instance = &self.frame.instance;
        let local = pairs.space.locals.get(local);
        let family = usize::from(local.family);
        let member = instance.first[family];
        let thread = instance.members[member];
        let mut out = format!(
            "{} at {}",
            self.families.families[family].thread,
            self.point(thread, local.cells[0])
        );
        for (index, place) in instance.places.iter().enumerate() {
            let cell = &instance.system.cells()[index];
            match *place {
                Place::Own(of, at)
                    if of == member && at > 0 && local.cells[at] != cell.initial() =>
                {
                    let name = short(cell.name(), instance.system.thread(thread).name());
                    let _ = write!(out, " with {name} = {}", cell.domain().show(local.cells[at]));
                }
                Place::Pointer(number, _) if local.flags & 1 << number != 0 => {
                    let _ = write!(out, ", which is {}", cell.name());
                }
                _ => {}
            }
        }
        out
    }
}

/// The name of a thread's own cell without the thread: `user[0].b` as `b`, `done[0]` as `done`.
fn short(cell: &str, thread: &str) -> String {
    let cell = cell.strip_prefix(thread).map_or(cell, |rest| rest.trim_start_matches('.'));
    let cell = cell.strip_suffix(&format!("[{thread}]")).unwrap_or(cell);
    cell.strip_suffix("[0]").unwrap_or(cell).to_owned()
}
