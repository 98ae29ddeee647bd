//! Families of threads of any size: whether a text treats the members of index types alike.
//!
//! Such a type is a *scalarset* (Ip and Dill 1996): its values are compared with each other, choose elements of arrays
//! and threads, and are the values of finitely many pointers. They are not calculated, ordered, written as numbers or
//! counted. Then renaming the threads of the family renames the runs, and a step speaks of its thread, of threads that
//! pointers name, and of what it does to all others alike.

mod claims;
mod expressions;
mod roles;
mod shapes;
mod walk;

use crate::faults::Faults;
use crate::parse::parse_file;
use crate::syntax::{BaseType, ExprKind, File, Span, Thread, TypeBody, TypeDeclaration};

pub use roles::{CellRole, FamilyCells};

use walk::Walk;

/// The families of threads of a text that are to have any number of threads; there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Families {
    /// The families, in the order in which their index types are declared.
    pub families: Vec<Family>,
    /// The variables that hold threads of families, or `none`.
    pub pointers: Vec<Pointers>,
    /// The claims, in the order of the text, properties among them.
    pub claims: Vec<FamilyClaim>,
}

/// A family of threads that a text declares, with one thread for each value of an index type of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The name of the index type.
    pub index: String,
    /// The name by which a number of threads is given among the constants of [`crate::parse_system`]: that of the
    /// constant that is the number, or of the type if it is declared as `any`.
    pub constant: String,
    /// The least number of threads that there may be.
    pub least: usize,
    /// The bytes of `any`, or `2 .. any`, where the type is declared so.
    pub any: Option<Span>,
    /// The bytes of the name of the type where it is declared.
    pub span: Span,
    /// The declared name of the threads.
    pub thread: String,
    /// The variables and semaphores that have an element for each thread.
    pub arrays: Vec<String>,
}

/// The pointers of a variable: the cells whose value is a thread of a family, or `none`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointers {
    /// The declared name of the thread, if the variable is a local of threads that are of no family.
    pub thread: Option<String>,
    /// The declared name of the variable or queue.
    pub variable: String,
    /// The number of the family of each cell of a value, or of an item of a queue, that is a pointer.
    pub leaves: Vec<Option<usize>>,
}

/// A claim of a text with a family of threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyClaim {
    /// The kind of the claim.
    pub kind: FamilyClaimKind,
    /// The title, if the text has one.
    pub title: Option<String>,
    /// The claim as it is written.
    pub text: String,
    /// The reason why the claim does not treat all threads alike, if it does not.
    pub obstacle: Option<Obstacle>,
    /// The most threads of each family that it takes to make an invariant false, or the condition of a `reach` true.
    /// None if more threads may undo that: a `forall` where an `exists` is asked for, or the other way round.
    pub witnesses: Option<Vec<usize>>,
}

/// The kind of a claim of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FamilyClaimKind {
    /// The condition holds in all reachable states.
    Invariant,
    /// The condition holds in some reachable state.
    Reach,
    /// The condition is a formula about runs.
    Property,
}

/// A construct that keeps a text from being decided for every number of threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The place in the text.
    pub span: Span,
    /// The construct, and what is wrong with it.
    pub construct: String,
}

impl Obstacle {
    /// The line of the text, from 1 on.
    pub fn line(&self, text: &str) -> usize {
        text[..self.span.start.min(text.len())].matches('\n').count() + 1
    }
}

impl Families {
    /// Finds the families over index types, by the names of the types. Each must be declared as `any`, `2 .. any`,
    /// `0 .. N - 1` or `1 .. N`, for a constant `N` that the text uses nowhere else. The text must be one that
    /// [`crate::parse_system`] accepts for some numbers of threads. Other types that are declared as `any` have the
    /// sizes that constants give them.
    ///
    /// # Errors
    /// The constructs that do not treat the threads of a family alike, by place.
    ///
    /// ```
    /// use reductio_language::Families;
    ///
    /// let text = "const N = 2\ntype User = 0 .. N - 1\nlock m\nthread user[u : User] { acquire m; release m }";
    /// assert_eq!(Families::find(text, &["User"]).unwrap().families[0].thread, "user");
    /// let ordered = text.replace("acquire", "await u > 0; acquire");
    /// assert!(Families::find(&ordered, &["User"]).unwrap_err()[0].construct.contains("order"));
    /// ```
    pub fn find<S: AsRef<str>>(text: &str, indices: &[S]) -> Result<Families, Vec<Obstacle>> {
        let mut faults = Faults::default();
        let file = parse_file(text, &mut faults);
        let mut indices: Vec<&str> = indices.iter().map(AsRef::as_ref).collect();
        indices.sort_by_key(|index| file.types.iter().position(|one| one.name.text == *index));
        indices.dedup();
        let (mut families, mut obstacles) = (Vec::<Family>::new(), Vec::new());
        for index in indices {
            match family(&file, text, index) {
                Ok(one) if families.iter().any(|other| other.constant == one.constant) => {
                    let span = one.span;
                    let construct =
                        format!("`{}` is the number of threads of two families", one.constant);
                    obstacles.push(Obstacle { span, construct });
                }
                Ok(one) => families.push(one),
                Err(obstacle) => obstacles.push(obstacle),
            }
        }
        if !obstacles.is_empty() || families.is_empty() {
            return Err(obstacles);
        }
        let families = Families { families, pointers: Vec::new(), claims: Vec::new() };
        Walk::new(&file, text, families).finish()
    }

    /// The index types of a text that are declared as `any`, or `2 .. any`, each with its least number of values.
    ///
    /// ```
    /// use reductio_language::Families;
    ///
    /// let declared = Families::declared("type User = any\ntype Slot = 0 .. 2\ntype Server = 2 .. any");
    /// assert_eq!(declared, [("User".to_owned(), 1), ("Server".to_owned(), 2)]);
    /// ```
    pub fn declared(text: &str) -> Vec<(String, i64)> {
        let file = parse_file(text, &mut Faults::default());
        let any = |declared: &TypeDeclaration<'_>| match declared.body {
            TypeBody::Any { least, .. } => Some((declared.name.text.to_owned(), least.into())),
            _ => None,
        };
        file.types.iter().filter_map(any).collect()
    }

    /// The text with `any` where `2 .. any` stands: with fewer threads than there are meant to be.
    #[must_use]
    pub fn without_least(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for any in self.families.iter().filter_map(|family| family.any.clone()) {
            let as_long = format!("{:>1$}", "any", any.len());
            text.replace_range(any, &as_long);
        }
        text
    }
}

/// The family over an index type, without what belongs to its threads.
fn family(file: &File<'_>, text: &str, index: &str) -> Result<Family, Obstacle> {
    let (constant, least, any) = number_of(file, text, index)?;
    let is_member =
        |thread: &&Thread<'_>| thread.parameters.iter().any(|one| is_named(&one.ty.base, index));
    let members: Vec<_> = file.threads.iter().filter(is_member).collect();
    let declared = file.types.iter().find(|one| one.name.text == index);
    let [member] = members[..] else {
        let span = members.get(1).map_or_else(
            || declared.map_or(0..0, |one| one.name.span()),
            |thread| thread.name.span(),
        );
        let construct = format!(
            "{} declarations of threads have a parameter of the type `{index}`, where one is asked for",
            members.len()
        );
        return Err(Obstacle { span, construct });
    };
    Ok(Family {
        index: index.to_owned(),
        constant: constant.to_owned(),
        least,
        any,
        span: declared.map_or(0..0, |one| one.name.span()),
        thread: member.name.text.to_owned(),
        arrays: Vec::new(),
    })
}

fn is_named(base: &BaseType<'_>, index: &str) -> bool {
    matches!(base, BaseType::Named(name) if name.text == index)
}

/// The name of the number of values of the type, and the least that it may be.
fn number_of<'a>(
    file: &File<'a>,
    text: &str,
    index: &str,
) -> Result<(&'a str, usize, Option<Span>), Obstacle> {
    let fail = |span: Span, construct: String| Err(Obstacle { span, construct });
    let Some(declared) = file.types.iter().find(|one| one.name.text == index) else {
        return fail(0..0, format!("there is no type `{index}`"));
    };
    let shape = || {
        format!(
            "the type `{index}` is not `any`, `0 .. N - 1` or `1 .. N` for a constant `N`, so its size is fixed"
        )
    };
    let ty = match &declared.body {
        TypeBody::Any { least, span } => {
            return match usize::try_from(*least) {
                Ok(least) if least > 0 => Ok((declared.name.text, least, Some(span.clone()))),
                _ => fail(span.clone(), "there is no family of no threads: `1 .. any`".to_owned()),
            };
        }
        TypeBody::Plain(ty) => ty,
        TypeBody::Enumeration(_) | TypeBody::Record(_) => {
            return fail(declared.name.span(), shape());
        }
    };
    let (BaseType::Range(bounds), false) = (&ty.base, ty.or_none) else {
        return fail(ty.span.clone(), shape());
    };
    let [low, high] = &**bounds;
    let name = match (&low.kind, &high.kind) {
        (ExprKind::Number(1), ExprKind::Name(name)) => Some(*name),
        (ExprKind::Number(0), ExprKind::Compute(_, sides)) => {
            match (&sides[0].kind, &sides[1].kind) {
                (ExprKind::Name(name), ExprKind::Number(1)) => {
                    let between = &text[sides[0].span.end..sides[1].span.start];
                    (between.trim() == "-").then_some(*name)
                }
                _ => None,
            }
        }
        _ => None,
    };
    let is_constant = |name: &&str| file.constants.iter().any(|one| one.name.text == *name);
    match name.filter(is_constant) {
        Some(name) => Ok((name, 1, None)),
        None => fail(ty.span.clone(), shape()),
    }
}
