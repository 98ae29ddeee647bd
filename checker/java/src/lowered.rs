//! From a class path to a program.

use std::sync::Arc;

use reductio_programs::{Bounds, Fresh, Instruction, Machine, Place, Program, Status, ThreadId};
use rustc_hash::FxHashSet;

use crate::class::{Method, Name};
use crate::descriptor::dotted;
use crate::error::JavaError;
use crate::hierarchy::World;
use crate::init::Initializers;
use crate::kinds::Kinds;
use crate::lower::{Lowering, Prologue};
use crate::monitors::taken;
use crate::options::Options;
use crate::path::ClassPath;
use crate::reach::Reach;
use crate::waits::outside_of_loops;

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
    /// The places that wait for a notification outside of a loop, where no thread wakes up without one although Java
    /// allows it: none if that is [asked for](Options::spurious).
    pub waits: Vec<Place>,
    /// The kinds of the values.
    pub kinds: Kinds,
}

/// Makes class files into a program. Cost: linear in what can be reached, but for virtual calls, which are looked up in
/// each class of which objects are made.
///
/// # Errors
/// [`JavaError`]: where there is no `main`, or not one; where the class that has it cannot be read.
pub fn lower(path: &ClassPath, options: &Options) -> Result<Lowered, JavaError> {
    let mut world = World::new(path);
    let (start, main) = main(path, &world, options)?;
    if world.is_circular(&start) {
        return Err(JavaError::Circular { class: dotted(&start) });
    }
    let mut reach = Reach::from(&world, &start, &main);
    let monitors = taken(&world, &reach);
    if !monitors.is_empty() {
        world = World::with_monitors(path, monitors);
        reach = Reach::from(&world, &start, &main);
    }
    let name = dotted(&start);
    let mut later = FxHashSet::default();
    let (program, kinds) = loop {
        let initializers = Initializers::of(&world, &reach, &later);
        let lowering = Lowering::new(&name, &world, &reach, &initializers, options);
        let (program, prologue, kinds) = lowering.run(&start, &main)?;
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

/// Runs the prologue of a program, and gives the class whose initializer throws, or takes too long. It is then
/// initialized when it is used.
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

/// The most classes with a `main` that are named where another one was asked for.
const MAINS_TOLD: usize = 5;

/// The class that is started, and its `main`, which may be that of a superclass.
fn main(
    path: &ClassPath,
    world: &World<'_>,
    options: &Options,
) -> Result<(Name, Arc<Method>), JavaError> {
    let mut all = mains(path, world, options.main.as_deref())?;
    match all.pop() {
        Some(main) if all.is_empty() => Ok(main),
        _ => Err(JavaError::SeveralMains { classes: path.mains() }),
    }
}

/// All classes with a `main`, of which there are some, or the class of a name, each with its `main`.
pub(crate) fn mains(
    path: &ClassPath,
    world: &World<'_>,
    name: Option<&str>,
) -> Result<Vec<(Name, Arc<Method>)>, JavaError> {
    let names = name.map_or_else(|| path.mains(), |name| vec![name.to_owned()]);
    if names.is_empty() {
        return Err(JavaError::NoMain);
    }
    let of = |name: &String| {
        let start: Name = name.replace('.', "/").into();
        if let Some(error) = path.unreadable(&start) {
            return Err(error);
        }
        if world.class(&start).is_none() {
            let mains = path.mains().into_iter().take(MAINS_TOLD).collect();
            return Err(JavaError::MissingClass {
                class: name.clone(),
                user: String::new(),
                mains,
            });
        }
        match world.main(&start) {
            Some(main) if main.is_static => Ok((start, main)),
            _ => Err(JavaError::NoMainIn { class: name.clone() }),
        }
    };
    names.iter().map(of).collect()
}
