#![doc = include_str!("../README.md")]

/// The reference of the language: everything that can be written in a `.sys` file.
#[doc = include_str!("../reference.md")]
pub mod reference {}

mod code;
mod cursor;
mod declare;
mod elaborate;
mod error;
mod families;
mod faults;
mod help;
mod lexer;
mod parse;
mod scope;
mod syntax;
mod text;
mod types;

pub use cursor::MAX_NESTING;
pub use error::{Limit, SystemError, SystemErrorKind};
pub use families::{
    CellRole, Families, Family, FamilyCells, FamilyClaim, FamilyClaimKind, Obstacle, Pointers,
};
pub use lexer::{DECLARATIONS, PROPERTY_WORDS, STATEMENTS, WORDS, token_spans};
pub use syntax::Span;

use declare::Work;
use elaborate::{Budget, Elaborator, Mode};
use faults::Faults;
use scope::Scope;
use syntax::{ClaimKind, Expr};

use reductio_algebra::TextErrors;
use reductio_system::{Atom, Expression, Formula, System};

/// A system that was read from a text, with the names of the text: more expressions can be read in it.
#[derive(Clone, Debug)]
pub struct ParsedSystem {
    system: System,
    scope: Scope,
}

impl ParsedSystem {
    /// Reads a system. `name` is its name if the text has none; `constants` replace the values that the text gives.
    /// Linear in the size of the text after expansion.
    ///
    /// # Errors
    /// All faults, by place.
    pub fn parse(
        text: &str,
        name: &str,
        constants: &[(String, i64)],
    ) -> Result<ParsedSystem, TextErrors<SystemError>> {
        let mut faults = Faults::default();
        let file = parse::parse_file(text, &mut faults);
        let mut work = Work::declare(&file, name, constants, &mut faults);
        work.code(text);
        work.protect();
        work.initialize();
        work.claims(text);
        match work.finish() {
            Some((system, scope)) => Ok(ParsedSystem { system, scope }),
            None => Err(TextErrors::new(text, faults.into_errors()).in_file(name)),
        }
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The system without the names.
    pub fn into_system(self) -> System {
        self.system
    }

    /// Reads a predicate over the states of the system, in the form that an `invariant` has;
    /// [`System::add_invariant`] makes it one.
    ///
    /// # Errors
    /// All faults, with places in `text`.
    ///
    /// ```
    /// use reductio_language::ParsedSystem;
    ///
    /// let model = ParsedSystem::parse("var x : 0 .. 3\nthread t { A: x := 1 }", "one", &[]).unwrap();
    /// let done = model.predicate("x == 1 and t at end").unwrap();
    /// let system = model.system();
    /// let initial = system.initial();
    /// assert!(!system.holds(&done, &initial));
    /// assert!(system.holds(&done, &system.successors(&initial)[0].state));
    /// assert_eq!(model.predicate("t at B").unwrap_err()[0].code(), "E0610");
    /// ```
    pub fn predicate(&self, text: &str) -> Result<Expression, TextErrors<SystemError>> {
        self.read(text, ClaimKind::Invariant, |reader, expr, _| reader.truth(expr))
    }

    /// Reads a claim that is to hold: a predicate over the states of the system, in the form that an `invariant` has,
    /// or a formula about its runs, in the form that a `property` has.
    ///
    /// # Errors
    /// All faults, with places in `text`.
    ///
    /// ```
    /// use reductio_language::{ParsedSystem, WrittenClaim};
    ///
    /// let model = ParsedSystem::parse("var x : 0 .. 3\nthread t { A: x := 1 }", "one", &[]).unwrap();
    /// let WrittenClaim::Property(formula) = model.claim("t at A leads_to x == 1").unwrap() else { panic!() };
    /// assert_eq!(formula.to_string(), "(t at A) leads_to (x == 1)");
    /// assert!(matches!(model.claim("x < 2"), Ok(WrittenClaim::Invariant(_))));
    /// assert_eq!(model.claim("next (x == 1)").unwrap_err()[0].code(), "E0639");
    /// ```
    pub fn claim(&self, text: &str) -> Result<WrittenClaim, TextErrors<SystemError>> {
        self.read(text, ClaimKind::Property, |reader, expr, text| {
            if expr.is_temporal {
                WrittenClaim::Property(reader.formula(expr, text))
            } else {
                WrittenClaim::Invariant(reader.truth(expr))
            }
        })
    }

    fn read<T>(
        &self,
        text: &str,
        kind: ClaimKind,
        elaborate: impl FnOnce(&mut Elaborator<'_>, &Expr<'_>, &str) -> T,
    ) -> Result<T, TextErrors<SystemError>> {
        let mut faults = Faults::default();
        let mut budget = Budget::default();
        let expr = parse::parse_condition(text, kind, &mut faults);
        let read = expr.map(|expr| {
            let mut reader =
                Elaborator::new(&self.scope, &mut faults, &mut budget, Mode::Predicate);
            elaborate(&mut reader, &expr, text)
        });
        match read {
            Some(read) if faults.is_empty() => Ok(read),
            _ => Err(TextErrors::new(text, faults.into_errors())),
        }
    }
}

/// A claim that was read in a system: see [`ParsedSystem::claim`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenClaim {
    /// A predicate that is to hold in every reachable state; [`System::add_invariant`] makes it an invariant.
    Invariant(Expression),
    /// A formula that is to be true of every fair run; [`System::add_property`] makes it a property.
    Property(Formula<Atom>),
}

/// Reads a system, and forgets the names of the text; see [`ParsedSystem::parse`].
///
/// # Errors
/// All faults, by place.
pub fn parse_system(
    text: &str,
    name: &str,
    constants: &[(String, i64)],
) -> Result<System, TextErrors<SystemError>> {
    ParsedSystem::parse(text, name, constants).map(ParsedSystem::into_system)
}

/// The faults of the syntax of a text, by place, whatever its names mean.
///
/// ```
/// use reductio_language::syntax_errors;
///
/// assert!(syntax_errors("thread t { x := 1 }").is_empty());
/// assert_eq!(syntax_errors("thread t { x := }")[0].code(), "E0603");
/// ```
pub fn syntax_errors(text: &str) -> Vec<SystemError> {
    let mut faults = Faults::default();
    parse::parse_file(text, &mut faults);
    faults.into_errors()
}
