//! From a class path to a program.

use std::sync::Arc;

use reductio_programs::{Bounds, Fresh, Instruction, Machine, Place, Program, Status, ThreadId};
use rustc_hash::FxHashSet;

use crate::class::{Class, Method, Name};
use crate::descriptor::dotted;
use crate::error::JavaError;
use crate::hierarchy::World;
use crate::init::Initializers;
use crate::kinds::Kinds;
use crate::lower::{Lowering, Prologue};
use crate::options::Options;
use crate::path::ClassPath;
use crate::reach::Reach;
use crate::waits::outside_of_loops;

const MAIN: (&str, &str) = ("main", "([Ljava/lang/String;)V");

/// The greatest number of steps of a prologue.
const MAX_STEPS: usize = 200_000;

/// A program that was made from class files.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// The class whose `main` the first thread runs.
    pub main: String,
    /// The names of the source files of the methods that can be reached, without those of the library, sorted.
    pub files: Vec<String>,
    /// The places that wait for a notification outside of a loop, where no thread wakes up without one although Java allows it: none if
    /// that is [asked for](Options::spurious).
    pub waits: Vec<Place>,
    /// How values are told.
    pub kinds: Kinds,
}

/// Makes class files into a program. Cost: linear in what can be reached, but for virtual calls, which are looked up in each class of which
/// objects are made.
///
/// # Errors
/// [`JavaError`]: where there is no `main`, or not one; where a class above one of which objects are made is not there; where code
/// contradicts itself.
pub fn lower(path: &ClassPath, options: &Options) -> Result<Lowered, JavaError> {
    let world = World::new(path);
    let main = main(path, options)?;
    let reach = Reach::from(&world, &main)?;
    let name = dotted(&main.class);
    let mut later = FxHashSet::default();
    let (program, kinds) = loop {
        let initializers = Initializers::of(&world, &reach, &later);
        let lowering = Lowering::new(&name, &world, &reach, &initializers, options);
        let (program, prologue, kinds) = lowering.run(&main)?;
        match fails(&program, &prologue) {
            Some(class) if later.insert(class.clone()) => {}
            _ => break (program, kinds),
        }
    };
    let own = reach.order.iter().filter(|method| !world.is_library(&method.class));
    let file = |method: &Arc<Method>| world.class(&method.class)?.file.clone();
    let mut files: Vec<String> = own.filter_map(file).collect();
    files.sort();
    files.dedup();
    let waits = if options.spurious { Vec::new() } else { outside_of_loops(&program) };
    Ok(Lowered { program, main: name, files, waits, kinds })
}

/// Runs the prologue of a program, and gives the class whose initializer throws, or takes too long. It is then initialized when
/// it is used.
fn fails(program: &Program, prologue: &Prologue) -> Option<Name> {
    let (first, _) = prologue.calls.first()?;
    let machine = Machine::new(program, Bounds::default());
    let mut state = machine.initial();
    let mut last = *first;
    for _ in 0..MAX_STEPS {
        let thread = state.threads.first()?;
        if let [frame] = &thread.frames[..] {
            if frame.place.at >= prologue.end {
                let is_over = frame.place.at == prologue.end || thread.status == Status::Running;
                // The place where an exception of an initializer leads comes last.
                let is_unsupported =
                    matches!(program.instruction(frame.place), Instruction::Unsupported { .. });
                if is_over && !is_unsupported {
                    return None;
                }
                break;
            }
            last = frame.place.at;
        }
        if machine
            .step(&mut state, ThreadId(0), 0, &Fresh)
            .is_none_or(|event| event.halted.is_some())
        {
            break;
        }
    }
    prologue.calls.iter().find(|(at, _)| *at == last).map(|(_, class)| class.clone())
}

/// The only method `main`, or that of the class that is asked for.
fn main(path: &ClassPath, options: &Options) -> Result<Arc<Method>, JavaError> {
    let mut all = mains(path, options.main.as_deref())?;
    match all.pop() {
        Some(main) if all.is_empty() => Ok(main),
        _ => Err(JavaError::SeveralMains { classes: path.mains() }),
    }
}

/// The methods `main` of all classes, of which there are some, or that of the class with a name.
pub(crate) fn mains(path: &ClassPath, name: Option<&str>) -> Result<Vec<Arc<Method>>, JavaError> {
    let of =
        |class: &Arc<Class>| class.method(MAIN.0, MAIN.1).filter(|main| main.is_static).cloned();
    if let Some(name) = name {
        let class = path.class(&name.replace('.', "/"));
        let class = class.ok_or_else(|| JavaError::MissingClass {
            class: name.to_owned(),
            user: String::new(),
        })?;
        let main = of(class).ok_or_else(|| JavaError::NoMainIn { class: name.to_owned() })?;
        return Ok(vec![main]);
    }
    let all: Vec<Arc<Method>> = path.all().iter().filter_map(of).collect();
    if all.is_empty() { Err(JavaError::NoMain) } else { Ok(all) }
}
