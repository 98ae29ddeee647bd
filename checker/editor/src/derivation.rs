//! The state of a derivation at a place: what is to be shown, what has been shown so far, what may be used.

use std::fmt::Write as _;

use reductio_algebra::text::grammar::Sign;
use reductio_algebra::{Formula, Label, Relation, Style, Term, Theory};
use reductio_proofs::Script;
use reductio_proofs::script::{Body, Chain, Derivation};

use crate::symbols::{Symbol, SymbolKind};

/// The state of a derivation at a place in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivationState {
    /// The label of the statement under proof.
    pub label: Label,
    /// The statement.
    pub goal: String,
    /// The premises of the statement, which `(hyp)` cites.
    pub premises: Vec<String>,
    /// The cases in which the place stands: `i = j`, `i != j`.
    pub cases: Vec<String>,
    /// The hypotheses that the proof may cite; `None` for all of the theory.
    pub assuming: Option<Vec<Label>>,
    /// The formula that the chain has shown up to the place, if the hints are right; `None` before its second term.
    pub shown: Option<String>,
    /// The formula that is still to be shown of the main chain; `None` where nothing is, or where it is open.
    pub left: Option<String>,
    /// Tells whether the place stands in a sub-derivation, below the main chain.
    pub is_below: bool,
}

impl DerivationState {
    /// Finds the state at a byte of a script; `symbols` are those of its text. Other derivations of the script may have
    /// faults, and this one need not be at its end.
    ///
    /// ```
    /// use reductio::{Language, Library};
    /// use reductio_editor::{DerivationState, symbols};
    ///
    /// let library = Library::bundled();
    /// let theory = &library.theories[library.theory("S5").unwrap()].theory;
    /// let text = "proofs of S5\nlemma (27): R M <= (M + 1) R\nproof\n    R M\n  <= {(34)}\n    R\n";
    /// let at = text.rfind('R').unwrap();
    /// let state = DerivationState::at(theory, text, &symbols(Language::Script, text), at).unwrap();
    /// assert_eq!(state.shown.as_deref(), Some("R M <= R"));
    /// assert_eq!(state.left.as_deref(), Some("R <= (M + 1) R"));
    /// ```
    pub fn at(theory: &Theory, text: &str, symbols: &[Symbol], at: usize) -> Option<Self> {
        let is_here = |symbol: &&Symbol| {
            symbol.kind == SymbolKind::Statement && symbol.span.start <= at && at <= symbol.span.end
        };
        let own = symbols.iter().rfind(is_here)?;
        let head = symbols.iter().find(|symbol| symbol.kind == SymbolKind::Whole)?;
        let part = &text[own.span.clone()];
        // Places stay what they are: what is left out becomes white space.
        let mut alone = text[..head.span.end].to_owned();
        alone.extend(std::iter::repeat_n(' ', own.span.start - head.span.end));
        alone.push_str(part);
        let complete = if part.ends_with("qed") { alone } else { up_to_last_term(theory, &alone)? };
        let script = Script::parse(&complete, theory).ok()?;
        let derivation = script.derivations.first()?;
        Some(Self::of(theory, derivation, at))
    }

    fn of(theory: &Theory, derivation: &Derivation, at: usize) -> Self {
        let told = |formula: &Formula| formula.to_statement(Style::Ascii);
        let (_, open) = derivation.formula.stripped(&[]);
        let (premises, conclusion) = open.horn();
        let premises = premises.into_iter().filter(|p| !matches!(p, Formula::Apart(..)));
        let mut state = DerivationState {
            label: derivation.label.clone(),
            goal: told(&derivation.formula),
            premises: premises.map(told).collect(),
            cases: Vec::new(),
            assuming: theory.statement(&derivation.label).and_then(|s| s.assuming.clone()),
            shown: None,
            left: None,
            is_below: false,
        };
        state.body(&derivation.body, conclusion, at);
        state
    }

    fn body(&mut self, body: &Body, goal: &Formula, at: usize) {
        match body {
            Body::Chain(main, below) => {
                let here = below.iter().rfind(|chain| chain.span.start <= at);
                self.is_below = here.is_some();
                self.chain(here.unwrap_or(main), goal, at);
            }
            Body::Cases { i, j, span, equal, apart } => {
                if at < span.start {
                    return;
                }
                if at > last_end(equal) {
                    self.cases.push(format!("{i} != {j}"));
                    self.body(apart, goal, at);
                } else {
                    self.cases.push(format!("{i} = {j}"));
                    self.body(equal, goal, at);
                }
            }
        }
    }

    fn chain(&mut self, chain: &Chain, goal: &Formula, at: usize) {
        let (mut sign, mut last) = (Sign::Equal, &chain.first);
        let mut has_links = false;
        for link in chain.links.iter().take_while(|link| link.sign_span.start <= at) {
            has_links = true;
            if sign == Sign::Equal {
                sign = link.sign;
            }
            last = &link.term;
        }
        let print = |term: &Term| term.to_string();
        if has_links {
            let text = sign_text(sign);
            self.shown = Some(format!("{} {text} {}", print(&chain.first), print(last)));
        }
        // In a case the indices of the goal are others.
        if let Formula::Relation(left, relation, right) = goal
            && !self.is_below
            && self.cases.is_empty()
        {
            let goes_up = sign != Sign::Above;
            let (from, to) = if goes_up { (last, right) } else { (left, last) };
            let relation = if *relation == Relation::Equal { "=" } else { "<=" };
            self.left = (from != to).then(|| format!("{} {relation} {}", print(from), print(to)));
        }
    }

    /// The state as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut out = format!("**{}**", self.label);
        for case in &self.cases {
            let _ = write!(out, ", case `{case}`");
        }
        if self.is_below {
            out += ", below the main chain";
        }
        let _ = write!(out, "\n\n```reductio-oa\n{}\n```\n", self.goal);
        if !self.premises.is_empty() {
            let all: Vec<String> = self.premises.iter().map(|p| format!("`{p}`")).collect();
            let _ = write!(out, "\n(hyp): {}\n", all.join(", "));
        }
        if let Some(assuming) = &self.assuming {
            let all: Vec<String> = assuming.iter().map(Label::to_string).collect();
            let all = if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
            let _ = write!(out, "\nassuming {all}\n");
        }
        if let Some(shown) = &self.shown {
            let _ = write!(out, "\nso far: `{shown}`\n");
        }
        match &self.left {
            Some(left) => drop(write!(out, "\nstill to show: `{left}`\n")),
            None if !self.is_below && self.shown.is_some() => {
                out += "\nthe chain has reached its end\n";
            }
            None => {}
        }
        out
    }
}

/// Leaves out what stands behind the last complete term of a proof that is being written, and ends the proof.
fn up_to_last_term(theory: &Theory, text: &str) -> Option<String> {
    const TRIES: usize = 6;
    let mut rest = text.trim_end();
    for _ in 0..TRIES {
        let complete = format!("{rest}\nqed");
        if Script::parse(&complete, theory).is_ok() {
            return Some(complete);
        }
        // A link is three lines in this layout, the last of which may be missing.
        let end = rest.rfind('\n')?;
        rest = rest[..end].trim_end();
    }
    None
}

fn sign_text(sign: Sign) -> &'static str {
    match sign {
        Sign::Below => "<=",
        Sign::Equal => "=",
        Sign::Above => ">=",
    }
}

/// The end of the last term of a proof.
fn last_end(body: &Body) -> usize {
    match body {
        Body::Chain(main, below) => {
            let last = below.last().unwrap_or(main);
            last.links.last().map_or(last.span.end, |link| link.span.end)
        }
        Body::Cases { apart, .. } => last_end(apart),
    }
}
