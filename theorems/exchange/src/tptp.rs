//! Statements as problems for automated provers, in the language of TPTP (`fof`).
//!
//! The processes become `k` given ones, so that families are finitely many constants and sums are finite: what
//! holds for every finite nonempty set holds for these, and a countermodel of the problem is one of the statement.
//! The converse is not true. (Quantifiers over predicates range over `pred`, which may leave out elements with a
//! complement: what is proved of it is true of all, but such a countermodel may be none.) Symbols are constants,
//! the same in hypotheses and conjecture, as in a sequent.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use reductio_algebra::{
    Definition, Formula, Index, Label, Relation, Sort, Statement, Style, Symbol, Term, TermKind,
    Theory,
};
use reductio_theorems::allowed;

/// The largest problem that is written, in bytes.
pub const MAX_BYTES: usize = 1 << 24;

/// The beginning of the first line of every problem.
pub const FIRST: &str = "% Problem of reductio export tptp: ";

/// The most processes.
pub const MAX_PROCESSES: usize = 8;

/// The reason why a problem cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TptpError {
    /// The theory has no statement with this label.
    #[error("the theory has no statement {label}")]
    NoStatement {
        /// The label.
        label: Label,
    },
    /// The number of processes is 0, or too large.
    #[error("{processes} processes: a problem has 1 to {MAX_PROCESSES}")]
    Processes {
        /// The number of processes asked for.
        processes: usize,
    },
    /// The problem is too large.
    #[error("the problem has more than {MAX_BYTES} bytes: take fewer processes")]
    TooLarge,
}

/// The axioms of omega algebra with predicates (S5 section 3), over `zero`, `one`, `plus`, `seq`, `star`, `omega`,
/// `loop`, `neg`, `leq` and the sort `pred`.
pub const AXIOMS: &str = "\
fof(below, axiom, ![X,Y]: (leq(X,Y) <=> plus(X,Y) = Y)).
fof(plus_assoc, axiom, ![X,Y,Z]: plus(plus(X,Y),Z) = plus(X,plus(Y,Z))).
fof(plus_comm, axiom, ![X,Y]: plus(X,Y) = plus(Y,X)).
fof(plus_idem, axiom, ![X]: plus(X,X) = X).
fof(plus_zero, axiom, ![X]: plus(zero,X) = X).
fof(seq_assoc, axiom, ![X,Y,Z]: seq(X,seq(Y,Z)) = seq(seq(X,Y),Z)).
fof(zero_seq, axiom, ![X]: seq(zero,X) = zero).
fof(seq_zero, axiom, ![X]: seq(X,zero) = zero).
fof(one_seq, axiom, ![X]: seq(one,X) = X).
fof(seq_one, axiom, ![X]: seq(X,one) = X).
fof(distrib_l, axiom, ![X,Y,Z]: seq(X,plus(Y,Z)) = plus(seq(X,Y),seq(X,Z))).
fof(distrib_r, axiom, ![X,Y,Z]: seq(plus(X,Y),Z) = plus(seq(X,Z),seq(Y,Z))).
fof(star_unfold, axiom, ![X]: star(X) = plus(one,plus(X,seq(star(X),star(X))))).
fof(star_ind_r, axiom, ![X,Y]: (leq(seq(X,Y),X) => seq(X,star(Y)) = X)).
fof(star_ind_l, axiom, ![X,Y]: (leq(seq(X,Y),Y) => seq(star(X),Y) = Y)).
fof(loop_def, axiom, ![X,Y]: loop(X,Y) = plus(omega(X),seq(star(X),Y))).
fof(omega_unfold, axiom, ![X]: omega(X) = seq(X,omega(X))).
fof(loop_ind, axiom, ![X,Y,Z]: (leq(X,plus(seq(Y,X),Z)) => leq(X,loop(Y,Z)))).
fof(pred_zero, axiom, pred(zero)).
fof(pred_one, axiom, pred(one)).
fof(pred_plus, axiom, ![X,Y]: ((pred(X) & pred(Y)) => pred(plus(X,Y)))).
fof(pred_seq, axiom, ![X,Y]: ((pred(X) & pred(Y)) => pred(seq(X,Y)))).
fof(pred_neg, axiom, ![X]: (pred(X) => pred(neg(X)))).
fof(neg_seq_r, axiom, ![X]: (pred(X) => seq(X,neg(X)) = zero)).
fof(neg_seq_l, axiom, ![X]: (pred(X) => seq(neg(X),X) = zero)).
fof(neg_plus, axiom, ![X]: (pred(X) => plus(X,neg(X)) = one)).
";

/// The problem whether a statement follows from its hypotheses, for a number of processes.
///
/// ```
/// use reductio_algebra::{Label, Theory};
/// let theory = Theory::parse(
///     "theory Small index i action u_i lemma (1) ours: u_i <= (+i : u_i)",
///     &[],
/// )
/// .unwrap();
/// let problem = reductio_exchange::tptp::problem(&theory, &Label::new("1").unwrap(), 2)?;
/// let conjecture = problem.lines().last().unwrap();
/// assert_eq!(
///     conjecture,
///     "fof(goal, conjecture, (leq(a_u_0,plus(a_u_0,a_u_1)) & leq(a_u_1,plus(a_u_0,a_u_1)))).",
/// );
/// # Ok::<(), reductio_exchange::tptp::TptpError>(())
/// ```
///
/// # Errors
/// [`TptpError`].
pub fn problem(theory: &Theory, label: &Label, processes: usize) -> Result<String, TptpError> {
    let none = || TptpError::NoStatement { label: label.clone() };
    let statement = theory.statement(label).ok_or_else(none)?;
    if !(1..=MAX_PROCESSES).contains(&processes) {
        return Err(TptpError::Processes { processes });
    }
    let mut writer = Writer {
        processes,
        symbols: BTreeSet::new(),
        size: 0,
        bound: Vec::new(),
        own: Vec::new(),
        depth: 0,
    };
    let name = theory.name();
    let mut out = format!("{FIRST}{name} {label}, {processes} processes.\n");
    let hypotheses: Vec<&Statement> = allowed(theory, statement).collect();
    let mut text = String::new();
    let definitions = theory.definitions().iter();
    for item in definitions {
        let _ =
            writeln!(text, "% definition {}: {}", item.label, item.equation.to_text(Style::Ascii));
        writer.definition(&item.definition, &mut text)?;
    }
    for (k, h) in hypotheses.iter().enumerate() {
        let _ = writeln!(text, "% hypothesis {}: {}", h.label, h.formula.to_text(Style::Ascii));
        let formula = writer.formula(&h.formula)?;
        let _ = writeln!(text, "fof(hypothesis_{k}, axiom, {formula}).");
    }
    let goal = writer.formula(&statement.formula)?;
    let _ = writeln!(text, "% {}: {}", label, statement.formula.to_text(Style::Ascii));
    let _ = writeln!(text, "fof(goal, conjecture, {goal}).");
    out += AXIOMS;
    for symbol in &writer.symbols {
        if symbol.sort == Sort::Predicate {
            for indices in all_indices(symbol.arity, processes) {
                let constant = applied(&constant(symbol), &indices);
                let _ = writeln!(out, "fof(sort_{constant}, axiom, pred({constant})).");
            }
        }
    }
    Ok(out + &text)
}

struct Writer {
    processes: usize,
    /// The symbols that occur.
    symbols: BTreeSet<Symbol>,
    /// The bytes so far.
    size: usize,
    /// The values of the bound indices, the innermost last.
    bound: Vec<usize>,
    /// The values of the index parameters of the definition that is being written.
    own: Vec<(String, usize)>,
    /// The number of quantifiers over symbols around the current place.
    depth: usize,
}

type Written = Result<String, TptpError>;

impl Writer {
    /// All instances of a definition, as equations.
    fn definition(&mut self, definition: &Definition, out: &mut String) -> Result<(), TptpError> {
        let parameters = definition.term_parameters();
        let names: Vec<String> = (0..parameters.len()).map(|k| format!("X{k}")).collect();
        for indices in all_indices(definition.index_parameters().len(), self.processes) {
            let named = definition.index_parameters().iter().map(ToString::to_string);
            self.own = named.zip(indices.iter().copied()).collect();
            let head = applied(&defined(definition), &indices);
            let body = self.term(definition.body(), parameters)?;
            let guards: Vec<String> = (parameters.iter().zip(&names))
                .filter(|(s, _)| s.sort == Sort::Predicate)
                .map(|(_, x)| format!("pred({x})"))
                .collect();
            let head = call(&head, &names);
            let sort = if definition.sort() == Sort::Predicate {
                format!(" & pred({head})")
            } else {
                String::new()
            };
            let mut formula = format!("({head} = {body}{sort})");
            if !guards.is_empty() {
                formula = format!("(({}) => {formula})", guards.join(" & "));
            }
            if !names.is_empty() {
                formula = format!("![{}]: {formula}", names.join(","));
            }
            let suffix = applied("", &indices);
            let _ = writeln!(out, "fof(def_{}{suffix}, axiom, {formula}).", defined(definition));
        }
        self.own.clear();
        Ok(())
    }

    fn index(&self, index: &Index) -> usize {
        match index {
            Index::Bound(k) => {
                let at = self.bound.len().checked_sub(1 + *k as usize);
                at.map_or(0, |at| self.bound[at])
            }
            Index::Process(number) => *number,
            // Statements are closed: what is free is a parameter of a definition.
            Index::Free(name) => {
                self.own.iter().find(|(n, _)| **n == **name).map_or(0, |(_, value)| *value)
            }
        }
    }

    fn indices(&self, indices: &[Index]) -> Vec<usize> {
        indices.iter().map(|i| self.index(i)).collect()
    }

    fn grown(&mut self, text: String) -> Written {
        self.size += text.len();
        if self.size > MAX_BYTES { Err(TptpError::TooLarge) } else { Ok(text) }
    }

    fn term(&mut self, term: &Term, parameters: &[Symbol]) -> Written {
        use TermKind as K;
        let operands = term.operands();
        let text = match term.kind() {
            K::Sum(binder) => return self.each("plus", binder.body(), parameters),
            K::Product(binder) => return self.each("seq", binder.body(), parameters),
            K::Symbol(symbol, indices) => {
                if let Some(at) = parameters.iter().position(|p| p == symbol) {
                    format!("X{at}")
                } else {
                    self.symbols.insert(symbol.clone());
                    applied(&constant(symbol), &self.indices(indices))
                }
            }
            K::Bound(k, _) => format!("Z{}", self.depth.saturating_sub(1 + *k as usize)),
            kind => {
                let name = match kind {
                    K::Zero => "zero".to_owned(),
                    K::One => "one".to_owned(),
                    K::Plus(..) => "plus".to_owned(),
                    K::Seq(..) => "seq".to_owned(),
                    K::Loop(..) => "loop".to_owned(),
                    K::Star(_) => "star".to_owned(),
                    K::Omega(_) => "omega".to_owned(),
                    K::Not(_) => "neg".to_owned(),
                    K::Defined(definition, indices, _) => {
                        applied(&defined(definition), &self.indices(indices))
                    }
                    K::Symbol(..) | K::Bound(..) | K::Sum(_) | K::Product(_) => String::new(),
                };
                let arguments: Result<Vec<String>, TptpError> =
                    operands.into_iter().map(|t| self.term(t, parameters)).collect();
                call(&name, &arguments?)
            }
        };
        self.grown(text)
    }

    /// A sum or product over all processes.
    fn each(&mut self, operation: &str, body: &Term, parameters: &[Symbol]) -> Written {
        let mut text = String::new();
        for value in (0..self.processes).rev() {
            self.bound.push(value);
            let one = self.term(body, parameters);
            self.bound.pop();
            let one = one?;
            text = if text.is_empty() { one } else { format!("{operation}({one},{text})") };
        }
        self.grown(text)
    }

    fn formula(&mut self, formula: &Formula) -> Written {
        let text = match formula {
            Formula::Relation(x, relation, y) => {
                let (x, y) = (self.term(x, &[])?, self.term(y, &[])?);
                match relation {
                    Relation::Equal => format!("{x} = {y}"),
                    Relation::Below => format!("leq({x},{y})"),
                }
            }
            Formula::Apart(i, j) => {
                (if self.index(i) == self.index(j) { "$false" } else { "$true" }).to_owned()
            }
            Formula::Implies(f, g) => {
                let (f, g) = (self.formula(f)?, self.formula(g)?);
                match f.as_str() {
                    "$false" => "$true".to_owned(),
                    "$true" => g,
                    _ => format!("({f} => {g})"),
                }
            }
            Formula::ForAll(binder) => {
                let mut all = Vec::new();
                for value in 0..self.processes {
                    self.bound.push(value);
                    let one = self.formula(binder.body());
                    self.bound.pop();
                    all.push(one?);
                }
                all.retain(|f| f != "$true");
                match all.as_slice() {
                    [] => "$true".to_owned(),
                    [one] => one.clone(),
                    _ => format!("({})", all.join(" & ")),
                }
            }
            Formula::ForAllSymbols(binder) => {
                let name = format!("Z{}", self.depth);
                self.depth += 1;
                let body = self.formula(binder.body());
                self.depth -= 1;
                match (body?.as_str(), binder.sort()) {
                    (known @ ("$true" | "$false"), _) => known.to_owned(),
                    (body, Sort::Action) => format!("(![{name}]: ({body}))"),
                    (body, Sort::Predicate) => format!("(![{name}]: (pred({name}) => ({body})))"),
                }
            }
        };
        self.grown(text)
    }
}

/// All lists of so many process numbers.
fn all_indices(count: usize, processes: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .into_iter()
            .flat_map(|list: Vec<usize>| {
                (0..processes).map(move |k| list.iter().copied().chain([k]).collect())
            })
            .collect();
    }
    all
}

fn constant(symbol: &Symbol) -> String {
    let sort = if symbol.sort == Sort::Action { "a" } else { "p" };
    format!("{sort}_{}", word(&symbol.name))
}

fn defined(definition: &Definition) -> String {
    let name = definition.name();
    let primes = name.strip_prefix("[]");
    format!("d_{}", primes.map_or_else(|| word(name), |p| format!("bracket{}", word(p))))
}

fn applied(name: &str, indices: &[usize]) -> String {
    indices.iter().fold(name.to_owned(), |name, k| format!("{name}_{k}"))
}

fn call(name: &str, arguments: &[String]) -> String {
    if arguments.is_empty() { name.to_owned() } else { format!("{name}({})", arguments.join(",")) }
}

/// The name in letters and digits: a prime is `_prime`, other letters go by their number.
fn word(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            '\'' => out += "_prime",
            c if c.is_ascii_alphanumeric() => out.push(c),
            c => {
                let _ = write!(out, "_u{:x}", u32::from(c));
            }
        }
    }
    out
}
