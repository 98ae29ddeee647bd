//! Definitions: named abbreviations with index and term parameters, such as `M_i`, `R` and `[x]`.

use std::sync::Arc;

use crate::name::{Name, NameError};
use crate::term::{Sort, Symbol, Term, TermKind};

/// A definition `name_{indices}(terms) = body`: a name with parameters, and the term that it abbreviates.
///
/// A definition is carried by every term that uses it, so that the meaning of a name never depends on a context, and
/// two definitions of one name are two different names to the kernel.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Definition {
    /// A name, or `[]` and primes.
    name: Box<str>,
    indices: Vec<Name>,
    terms: Vec<Symbol>,
    body: Term,
    /// The symbols behind the name: those of the body, and behind the names in it, without the parameters.
    symbols: Vec<Symbol>,
}

/// The largest height of a term that a name may stand for, names in it unfolded: whatever walks such a term has a
/// bounded stack.
pub const MAX_UNFOLDED_DEPTH: usize = 1_000;

/// The reason why a definition is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DefinitionError {
    /// The name is neither a name nor `[]` and primes.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The body has an index that is not a parameter.
    #[error("the index `{index}` is free on the right of the definition of `{name}`")]
    FreeIndex {
        /// The defined name.
        name: Box<str>,
        /// The index that is neither bound nor a parameter.
        index: Name,
    },
    /// The body has a bound index that nothing binds.
    #[error("the right of the definition of `{name}` has an index that nothing binds")]
    Dangling {
        /// The defined name.
        name: Box<str>,
    },
    /// The text of the name would not show its arguments: term parameters stand between brackets, indices after a
    /// name.
    #[error(
        "`{name}` cannot be written: term parameters need brackets `[x]`, indices a name `M_i`"
    )]
    Unwritable {
        /// The defined name.
        name: Box<str>,
    },
    /// The body, with all names in it unfolded, is too high a term.
    #[error(
        "`{name}` stands for a term that is {depth} levels deep; a definition goes up to {limit}"
    )]
    TooDeep {
        /// The defined name.
        name: Box<str>,
        /// The height of the body.
        depth: usize,
        /// The limit.
        limit: usize,
    },
    /// A parameter occurs twice.
    #[error("`{parameter}` is a parameter of `{name}` twice")]
    RepeatedParameter {
        /// The defined name.
        name: Box<str>,
        /// The repeated parameter.
        parameter: Name,
    },
    /// A definition used in the body mentions a symbol of the theory that has the name of a parameter.
    #[error(
        "`{parameter}` is a parameter of `{name}` and also a symbol behind `{inner}`: rename the parameter"
    )]
    Shadowing {
        /// The defined name.
        name: Box<str>,
        /// The ambiguous parameter.
        parameter: Name,
        /// The definition in which it is a symbol of the theory.
        inner: Box<str>,
    },
}

impl Definition {
    /// Decides whether `name` is the name of a bracket: `[]` and primes.
    ///
    /// ```
    /// use reductio_algebra::Definition;
    /// assert!(Definition::is_bracket("[]'") && !Definition::is_bracket("[x]"));
    /// ```
    pub fn is_bracket(name: &str) -> bool {
        name.strip_prefix("[]").is_some_and(|primes| primes.bytes().all(|b| b == b'\''))
    }

    /// Defines `name`, with index parameters and term parameters, as `body`.
    ///
    /// # Errors
    /// [`DefinitionError`] when the body has an index that is no parameter, or a parameter is repeated,
    /// or the name could not be printed with its arguments. Definitions cannot be circular: a body holds
    /// the definitions that it uses.
    pub fn new(
        name: &str,
        indices: Vec<Name>,
        terms: Vec<Symbol>,
        body: Term,
    ) -> Result<Arc<Self>, DefinitionError> {
        let bracketed = Self::is_bracket(name);
        let name: Box<str> = if bracketed { name.into() } else { Name::new(name)?.as_str().into() };
        // The printed name must show the arguments: two applications that differ would look equal.
        let plain_terms = terms.iter().all(|s| s.arity == 0);
        if bracketed == terms.is_empty() || (bracketed && !indices.is_empty()) || !plain_terms {
            return Err(DefinitionError::Unwritable { name });
        }
        // A dangling index in a body would be captured by whatever binder the name stands under.
        if !body.is_closed() {
            return Err(DefinitionError::Dangling { name });
        }
        let all: Vec<&Name> = indices.iter().chain(terms.iter().map(|s| &s.name)).collect();
        for (k, parameter) in all.iter().enumerate() {
            if all[..k].contains(parameter) {
                return Err(DefinitionError::RepeatedParameter {
                    name,
                    parameter: (*parameter).clone(),
                });
            }
        }
        for index in body.free_indices() {
            if !indices.contains(&index) {
                return Err(DefinitionError::FreeIndex { name, index });
            }
        }
        if body.unfolded_depth() > MAX_UNFOLDED_DEPTH {
            let (depth, limit) = (body.unfolded_depth(), MAX_UNFOLDED_DEPTH);
            return Err(DefinitionError::TooDeep { name, depth, limit });
        }
        for parameter in &terms {
            if let Some(inner) = shadowed(&body, parameter) {
                return Err(DefinitionError::Shadowing {
                    name,
                    parameter: parameter.name.clone(),
                    inner,
                });
            }
        }
        let mut symbols = body.symbols();
        symbols.retain(|s| !terms.contains(s));
        Ok(Arc::new(Definition { name, indices, terms, body, symbols }))
    }

    /// The defined name, without parameters. `[x]` has the name `[]`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the index parameters.
    pub fn index_parameters(&self) -> &[Name] {
        &self.indices
    }

    /// The term parameters.
    pub fn term_parameters(&self) -> &[Symbol] {
        &self.terms
    }

    /// The right side, over the parameters.
    pub fn body(&self) -> &Term {
        &self.body
    }

    /// The sort of the body.
    pub fn sort(&self) -> Sort {
        self.body.sort()
    }

    /// The symbols that occur in the body, and behind the defined names in it, without the parameters.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// Decides whether the body, or a definition that it uses, mentions a symbol that is not a parameter and for which
    /// `test` holds.
    pub fn mentions(&self, test: &dyn Fn(&Symbol) -> bool) -> bool {
        self.symbols.iter().any(test)
    }
}

/// A definition used in `term` that mentions `parameter` as a symbol of the theory.
fn shadowed(term: &Term, parameter: &Symbol) -> Option<Box<str>> {
    let mut found = None;
    term.for_each_part(&mut |t| {
        if let TermKind::Defined(def, ..) = t.kind()
            && def.mentions(&|s| s == parameter)
        {
            found.get_or_insert_with(|| def.name().into());
        }
        found.is_none()
    });
    found
}
