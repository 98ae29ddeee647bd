//! From a class path to a program.

use std::sync::Arc;

use reductio_programs::Program;

use crate::class::{Class, Method};
use crate::descriptor::dotted;
use crate::error::JavaError;
use crate::hierarchy::World;
use crate::init::Initializers;
use crate::lower::Lowering;
use crate::options::Options;
use crate::path::ClassPath;
use crate::reach::Reach;

const MAIN: (&str, &str) = ("main", "([Ljava/lang/String;)V");

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
    let initializers = Initializers::of(&world, &reach);
    let name = dotted(&main.class);
    let lowering = Lowering::new(&name, &world, &reach, &initializers, options);
    let program = lowering.run(&main)?;
    let own = reach.order.iter().filter(|method| !world.is_library(&method.class));
    let file = |method: &Arc<Method>| world.class(&method.class)?.file.clone();
    let mut files: Vec<String> = own.filter_map(file).collect();
    files.sort();
    files.dedup();
    Ok(Lowered { program, main: name, files })
}

fn main(path: &ClassPath, options: &Options) -> Result<Arc<Method>, JavaError> {
    let of =
        |class: &Arc<Class>| class.method(MAIN.0, MAIN.1).filter(|main| main.is_static).cloned();
    if let Some(name) = &options.main {
        let class = path.class(&name.replace('.', "/")).ok_or_else(|| JavaError::MissingClass {
            class: name.clone(),
            user: "the command".to_owned(),
        })?;
        return of(class).ok_or_else(|| JavaError::NoMainIn { class: name.clone() });
    }
    let mains: Vec<Arc<Method>> = path.all().iter().filter_map(of).collect();
    match &mains[..] {
        [] => Err(JavaError::NoMain),
        [main] => Ok(main.clone()),
        _ => Err(JavaError::SeveralMains { classes: path.mains() }),
    }
}
