//! Sessions: cells run one after another, and each knows what the cells before it defined.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use reductio::Exit;
use reductio::File;
use reductio::claim::Proved;
use reductio::diagnostics::Diagnostic;
use reductio::header::Header;
use reductio::library::Library;
use reductio::prove::prove;
use reductio::selection::Selection;
use reductio::source::{Language, Source};
use reductio_algebra::{Label, Statement, StatementKind, Style, Theory, Vocabulary};
use reductio_proofs::{ReplayLimits, Script};
use reductio_relations::{Drawing, FiniteModel};
use reductio_report::html::table;
use reductio_report::page::{Page, columns, grouped, padded, plural};
use reductio_report::prove::derivation::ending;
use reductio_report::prove::text::{Extras, report};

use super::answer::{Attempt, Grade};
use super::content::stem;

use super::output::{CellAnswer, Output, Rich, WIDTH};
use crate::stop::Stop;

/// The theory whose names a model may use before any theory is stated.
const NAMES: &str = "Laws";

/// A script that was accepted, with its theory and the labels that it proves.
#[derive(Clone, Debug)]
struct Piece {
    file: Arc<File>,
    theory: String,
    labels: Vec<Label>,
}

/// The state of a notebook while it runs.
///
/// A cell that is accepted defines its theory, proves its statements, or names its system; a later cell of the same
/// name takes its place. A cell that is refused leaves no trace. Nothing depends on the time, on the machine or on
/// files.
///
/// ```
/// use reductio_command::notebook::Session;
/// let mut session = Session::new();
/// assert!(session.run("theory Law\naction x, y\nlemma (1) ours: x y <= y x => x* y <= y x*").is_accepted());
/// let proof = "proofs of Law\nlemma (1): x y <= y x => x* y <= y x*\nproof\n  x* y\n<= {(auto)}\n  y x*\nqed";
/// assert!(session.run(proof).is_accepted());
/// assert!(!session.run("decide \"x y = y x\"").is_accepted());
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    theories: Vec<Arc<File>>,
    pieces: Vec<Piece>,
    pub(super) systems: Vec<Arc<File>>,
    pub(super) programs: Vec<Arc<File>>,
    pub(super) traces: Vec<Arc<File>>,
    /// The name of the theory whose names models and terms use.
    names: String,
    model: Option<FiniteModel>,
    /// All theories and scripts put together.
    library: Library,
    /// The attempts at each exercise.
    pub(super) attempts: BTreeMap<u32, Attempt>,
    /// The grades of the exercises that were checked.
    pub(super) grades: BTreeMap<u32, Grade>,
    /// The flag that ends long commands.
    stop: Stop,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// Makes a session that knows the bundled theories.
    pub fn new() -> Self {
        Session {
            theories: Vec::new(),
            pieces: Vec::new(),
            systems: Vec::new(),
            programs: Vec::new(),
            traces: Vec::new(),
            names: NAMES.to_owned(),
            model: None,
            library: Library::bundled(),
            attempts: BTreeMap::new(),
            grades: BTreeMap::new(),
            stop: Stop::default(),
        }
    }

    /// Sets the flag that ends the next cells early. Such a cell answers what it has found by then, with a diagnostic
    /// that says so.
    ///
    /// ```
    /// use reductio_command::notebook::Session;
    /// use reductio_command::stop::Stop;
    /// let stop = Stop::default();
    /// stop.raise();
    /// let answer = Session::new().stopped_by(stop).run("models --states 4");
    /// assert_eq!(answer.exit.code(), 2);
    /// assert!(answer.outputs.last().unwrap().text.contains("interrupted"));
    /// ```
    #[must_use]
    pub fn stopped_by(mut self, stop: Stop) -> Self {
        self.stop = stop;
        self
    }

    /// The flag that ends long commands.
    pub(crate) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The grade that the last check of an exercise has given; none if it was not checked.
    ///
    /// ```
    /// use reductio_command::notebook::{Grade, Session};
    /// let mut session = Session::new();
    /// let check = "exercise 1\nholds: decide \"{answer}\"";
    /// assert!(session.run(check).is_accepted());
    /// assert_eq!(session.grade(1), Some(&Grade::Open));
    /// assert!(session.run("-- Exercise 1\nanswer x** = x*").is_accepted());
    /// assert!(session.run(check).is_accepted());
    /// assert_eq!(session.grade(1), Some(&Grade::Right));
    /// ```
    pub fn grade(&self, exercise: u32) -> Option<&Grade> {
        self.grades.get(&exercise)
    }

    /// The library of the session's statements and scripts and of the bundled ones.
    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// The library whose names a formula uses: that of the session where it declares one of them, or else the bundled
    /// one, over which the names mean nothing. So a name that is misspelt is a fault, and not another name.
    pub(super) fn library_for(&self, formula: &str) -> Library {
        let mut bundled = Library::bundled();
        let Ok((theory, read)) = reductio::question::read(&mut bundled, formula, &[]) else {
            return self.library.clone();
        };
        let used = read.symbols();
        let own = self.library.theories.iter().filter(|theory| !theory.is_bundled);
        let is_own = own.into_iter().any(|one| {
            let known = one.theory.vocabulary();
            used.iter().any(|symbol| known.meaning(&symbol.name, symbol.arity).is_some())
        });
        if is_own || self.library.theories.get(theory).is_some() && used.is_empty() {
            return self.library.clone();
        }
        Library::bundled()
    }

    /// The model of the last cell that holds one.
    pub(super) fn model(&self) -> Option<&FiniteModel> {
        self.model.as_ref()
    }

    /// The names that models and terms may use.
    pub(crate) fn vocabulary(&self) -> Vocabulary {
        let known = self.library.theory(&self.names);
        known.map_or_else(Vocabulary::new, |t| self.library.theories[t].theory.vocabulary().clone())
    }

    /// The sources of everything that was accepted, with one more file.
    fn sources_with(&self, file: &Arc<File>, language: Language) -> Vec<Source> {
        let theories = self.theories.iter().map(|file| (file, Language::Statements));
        let pieces = self.pieces.iter().map(|piece| (&piece.file, Language::Script));
        let all = theories.chain(pieces).chain([(file, language)]);
        all.map(|(file, language)| Source { file: file.clone(), language }).collect()
    }

    pub(super) fn statements(&mut self, text: &str) -> CellAnswer {
        let named = |name: &str| Arc::new(File::new(&format!("{name}.oa"), text));
        let header = Header::read(&named("theory"));
        let name = header.map_or_else(|| "theory".to_owned(), |header| header.name);
        let file = named(&name);
        let mut next = self.clone();
        if next.theories.iter().any(|old| stem(old) == name && old.text() != text) {
            next.pieces.retain(|piece| piece.theory != name);
        }
        next.theories.retain(|old| stem(old) != name);
        next.library = Library::with(&next.sources_with(&file, Language::Statements), false);
        if !next.library.faults.is_empty() {
            return CellAnswer::refused(&next.library.faults);
        }
        let Some(number) = next.library.theory(&name) else {
            return CellAnswer::refused(&[Diagnostic::error("E0004", "this is no statement file")]);
        };
        let all: Vec<&Statement> = next.library.own_statements(number).collect();
        let output = listing(&next.library.theories[number].theory, &all);
        next.theories.push(file);
        next.names = name;
        *self = next;
        CellAnswer::one(output, Exit::Holds)
    }

    pub(super) fn script(&mut self, text: &str) -> CellAnswer {
        let theory = Script::theory_name(text).unwrap_or_else(|_| "script".to_owned());
        let file = Arc::new(File::new(&format!("{theory}.oap"), text));
        let mut next = self.clone();
        // Against the theories alone: what the script proves is not known before it is read.
        next.pieces.clear();
        next.library = Library::with(&next.sources_with(&file, Language::Script), false);
        if !next.library.faults.is_empty() {
            return CellAnswer::refused(&next.library.faults);
        }
        let own = next.library.scripts.iter().find(|script| Arc::ptr_eq(&script.file, &file));
        let derivations = own.map_or(&[][..], |script| &script.script.derivations);
        let labels: Vec<Label> = derivations.iter().map(|d| d.label.clone()).collect();
        let overlaps = |piece: &&Piece| {
            piece.theory == theory && piece.labels.iter().any(|label| labels.contains(label))
        };
        next.pieces = self.pieces.iter().filter(|piece| !overlaps(piece)).cloned().collect();
        next.library = Library::with(&next.sources_with(&file, Language::Script), false);
        let wanted: Vec<String> =
            labels.iter().map(|label| format!("{theory}:{}", label.as_str())).collect();
        let selection = if wanted.is_empty() {
            Selection::default()
        } else {
            Selection::new(&next.library, &wanted)
        };
        let proved = prove(&next.library, &selection, ReplayLimits::default(), Some(3));
        let mut answer = proved_answer(&proved, &Page::new(WIDTH, Style::Ascii), false);
        // A person who has just written the proof sees the verdicts, or the errors, and no more.
        let has_errors = answer.outputs.iter().any(|output| output.is_diagnostic);
        answer.outputs.retain(|output| output.is_diagnostic);
        if answer.is_accepted() || !has_errors {
            let verdicts: String = proved.claims.iter().map(|claim| ending(claim) + "\n").collect();
            answer.outputs.push(Output::text(&verdicts));
        }
        if answer.is_accepted() {
            next.pieces.push(Piece { file, theory, labels });
            *self = next;
        }
        answer
    }

    pub(super) fn read_model(&mut self, text: &str) -> CellAnswer {
        // Where nothing is said of processes there is one.
        let lines: Vec<&str> = text.lines().collect();
        let says = |word: &str| lines.iter().position(|line| line.trim_start().starts_with(word));
        let at = if says("processes").is_some() { None } else { says("states") };
        let text = match at {
            None => text.to_owned(),
            Some(at) => [&lines[..=at], &["processes 1"], &lines[at + 1..]].concat().join("\n"),
        };
        match FiniteModel::parse(&text, self.vocabulary().symbols()) {
            Err(errors) => {
                let file = Arc::new(File::new("model", &lines.join("\n")));
                let fault = |error: &reductio_relations::ModelError| {
                    let line = error.line - usize::from(at.is_some_and(|at| error.line > at + 1));
                    Diagnostic::error("E0801", error.fault.to_string())
                        .at(&file, &place(&file, line, error.column))
                };
                CellAnswer::refused(&errors.iter().map(fault).collect::<Vec<_>>())
            }
            Ok(model) => {
                let answer = CellAnswer::one(model_output(&model), Exit::Holds);
                self.model = Some(model);
                answer
            }
        }
    }
}

/// The byte range of the character at a line and column, both from 1.
fn place(file: &File, line: usize, column: usize) -> std::ops::Range<usize> {
    let before: usize = file.text().split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = &file.text()[before.min(file.text().len())..];
    let start = before + rest.chars().take(column - 1).map(char::len_utf8).sum::<usize>();
    start..start + file.text()[start..].chars().next().map_or(0, char::len_utf8)
}

/// The statements of a theory, or its names if it states nothing.
fn listing(theory: &Theory, statements: &[&Statement]) -> Output {
    if statements.is_empty() {
        let names: Vec<&str> = theory.vocabulary().symbols().iter().map(|s| &*s.name).collect();
        return Output::text(&format!("theory {}: {}", theory.name(), names.join(", ")));
    }
    let word = |kind: StatementKind| {
        if kind == StatementKind::Hypothesis { "assumed" } else { "to be proved" }
    };
    let row = |s: &&Statement| {
        let statement = s.formula.to_statement(Style::Ascii);
        vec![s.label.to_string(), statement, word(s.kind).to_owned()]
    };
    let rows: Vec<Vec<String>> = statements.iter().map(row).collect();
    let width = |k: usize| rows.iter().map(|row| columns(&row[k])).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let mut text = format!("theory {}: {}\n", theory.name(), plural(rows.len(), "statement"));
    for row in &rows {
        let (label, formula) = (padded(&row[0], first), padded(&row[1], second));
        let _ = writeln!(text, "  {label}  {formula}  {}", row[2]);
    }
    Output::text(&text).with(Rich::Html(table(&["", "statement", ""], &rows)))
}

/// A model as text and as a picture.
pub(super) fn model_output(model: &FiniteModel) -> Output {
    Output::text(&model.to_string()).with(Rich::Svg(Drawing::new(model).with_matrices().to_svg()))
}

/// The answer of a cell that proves: diagnostics, then the claims.
pub(super) fn proved_answer(proved: &Proved, page: &Page, deny_warnings: bool) -> CellAnswer {
    let mut told: Vec<Diagnostic> = proved.bad_input.clone();
    told.extend(proved.faults.iter().chain(&proved.warnings).cloned());
    let own = proved.claims.iter().filter(|claim| deny_warnings || !claim.is_bundled);
    told.extend(own.flat_map(|claim| &claim.warnings).cloned());
    let has_processes = proved.has_processes();
    let extras = Extras { has_processes, ..Extras::default() };
    let rows: Vec<Vec<String>> = proved
        .claims
        .iter()
        .map(|claim| {
            let evidence = claim.verdict.evidence();
            vec![
                claim.label.to_string(),
                claim.formula.to_statement(page.style),
                claim.verdict.word().to_owned(),
                evidence.map_or_else(String::new, |e| reductio_report::page::ranges(&e.hypotheses)),
                claim.steps().to_string(),
                evidence.map_or_else(String::new, |e| grouped(&e.kernel_steps)),
            ]
        })
        .collect();
    let head = ["", "statement", "", "uses", "#steps", "#in the kernel"];
    let text = Output::text(&report(proved, page, &extras)).with(Rich::Html(table(&head, &rows)));
    let outputs = if proved.claims.is_empty() { Vec::new() } else { vec![text] };
    CellAnswer { outputs, exit: proved.exit(deny_warnings) }.after(&told)
}
