//! The answers of the library to an input, on a thread that may panic and may be given up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use annotate_snippets::Renderer;
use reductio::check::{Disagreement, disagreement};
use reductio::discipline::Packed;
use reductio::discipline::{Discipline, Settings};
use reductio::language::parse_system;
use reductio::search::{Order, Query, search};
use reductio::{File, Language, Library, Selection, Source, Verdict, prove, verify};
use reductio_command::notebook::{Notebook, Session};
use reductio_command::stop::Stop;
use reductio_proofs::ReplayLimits;
use reductio_report::diagnostics::render_all;

use crate::mutations::files::{Input, Kind};
use crate::mutations::kept;
use crate::mutations::tokens::Random;

/// The size of the thread's stack, that of a program's main thread.
const STACK: usize = 8 << 20;

/// The time after which no further cell of a notebook is run.
const NOTEBOOK: Duration = Duration::from_millis(100);

/// The bundled library and a session, read once.
static BUNDLED: LazyLock<(Library, Session)> =
    LazyLock::new(|| (Library::bundled(), Session::new()));

/// A thread that answers one input after another.
pub(crate) struct Worker {
    inputs: Sender<(Input, u64)>,
    answers: Receiver<Result<String, String>>,
}

impl Worker {
    pub(crate) fn new() -> Self {
        let (inputs, todo) = channel::<(Input, u64)>();
        let (done, answers) = channel();
        let work = move || {
            for (input, seed) in todo {
                let answer = catch_unwind(AssertUnwindSafe(|| answer(&input, seed)));
                let answer = answer.unwrap_or_else(|panic| {
                    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
                    Err(format!("panicked: {}", text.unwrap_or_default()))
                });
                if done.send(answer).is_err() {
                    break;
                }
            }
        };
        std::thread::Builder::new().stack_size(STACK).spawn(work).unwrap();
        Worker { inputs, answers }
    }

    /// The answer in a few words, or what is wrong with it. A thread that takes too long is left alone.
    pub(crate) fn answer(
        &mut self,
        input: &Input,
        seed: u64,
        limit: Duration,
    ) -> Result<String, String> {
        // An abort would leave nothing else.
        let last = kept().join("last-input");
        std::fs::write(&last, &input.text).unwrap();
        self.inputs.send((input.clone(), seed)).unwrap();
        let answer = match self.answers.recv_timeout(limit) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => {
                *self = Worker::new();
                Err(format!("hangs for more than {limit:?}"))
            }
            Err(RecvTimeoutError::Disconnected) => Err("the thread is gone".to_owned()),
        };
        answer.map_err(|wrong| {
            let name = kept().join(format!("{seed}.{}", input.kind.ending()));
            std::fs::write(&name, &input.text).unwrap();
            format!("{wrong}, for {}", name.display())
        })
    }
}

fn answer(input: &Input, seed: u64) -> Result<String, String> {
    let text = &*input.text;
    let mut random = Random::new(!seed);
    match input.kind {
        Kind::Statements => Ok(proved("mutant.oa", text, Language::Statements, &mut random)),
        Kind::Script => Ok(proved("mutant.oap", text, Language::Script, &mut random)),
        Kind::System => system(text),
        Kind::Notebook => Ok(notebook(text)),
        Kind::Certificate => Ok(certificate(text)),
        Kind::Probe if text == "panic" => panic!("a probe"),
        Kind::Probe if text == "hang" => loop {
            std::thread::park();
        },
        Kind::Probe => Ok("probe".to_owned()),
    }
}

/// Reads everything, and proves one of the statements of the input.
fn proved(name: &str, text: &str, language: Language, random: &mut Random) -> String {
    let file = Arc::new(File::new(name, text));
    let library = Library::with(&[Source { file: file.clone(), language }], false);
    let told = render_all(&library.faults, &Renderer::plain());
    assert_eq!(told.is_empty(), library.faults.is_empty());
    let of_scripts = library.scripts.iter().filter(|script| Arc::ptr_eq(&script.file, &file));
    let of_files = (0..library.theories.len())
        .filter(|number| Arc::ptr_eq(&library.theories[*number].file, &file));
    let labels: Vec<String> = of_files
        .chain(of_scripts.map(|script| script.theory))
        .flat_map(|number| {
            let name = library.theories[number].theory.name();
            library.own_statements(number).map(move |s| format!("{name}:{}", s.label.as_str()))
        })
        .collect();
    if labels.is_empty() {
        return "refused".to_owned();
    }
    let selection = Selection::new(&library, &[random.pick(&labels).clone()]);
    let limits =
        ReplayLimits { states_per_step: 100, suggestions: false, ..ReplayLimits::default() };
    let proved = prove(&library, &selection, limits, None);
    let _ = render_all(&proved.faults, &Renderer::plain());
    match proved.claims.first().map(|claim| &claim.verdict) {
        None => "no claim".to_owned(),
        Some(verdict) => format!("proof {}", verdict.word()),
    }
}

/// Explores a system in both ways, and compares the searches where Theorem 1 says that they agree.
fn system(text: &str) -> Result<String, String> {
    let system = match parse_system(text, "mutant", &[]) {
        Ok(system) => system,
        Err(errors) => {
            assert!(
                !errors.is_empty()
                    && errors
                        .iter()
                        .all(|error| error.span.as_ref().is_none_or(|span| span.end <= text.len()))
            );
            return Ok("system refused".to_owned());
        }
    };
    let settings = Settings { exact_reach: true, ..Settings::default() };
    let discipline = Discipline::with(&system, &settings, None).unwrap();
    let stop = Stop::default();
    let explore = |order: Order| {
        let query = Query { keep_going: true, max_states: 500, ..Query::default() };
        search(&Packed::new(&discipline), &order, &Query { cancel: Some(stop.flag()), ..query })
    };
    let (unreduced, reduced) = (explore(Order::Unreduced), explore(Order::Reduced));
    if discipline.outside().next().is_some() {
        return Ok("system outside of the theorem".to_owned());
    }
    match disagreement(&unreduced, &reduced, true) {
        None => Ok("system agreed on".to_owned()),
        Some(Disagreement::Incomplete) => Ok("system too large".to_owned()),
        Some(other) => Err(format!("the searches disagree: {other:?}")),
    }
}

/// Runs the cells of a notebook, as many as there is time for.
fn notebook(text: &str) -> String {
    let Ok(notebook) = Notebook::parse(text) else { return "notebook refused".to_owned() };
    let again = Notebook::parse(&notebook.to_text()).expect("what is written can be read");
    assert_eq!(again.to_text(), notebook.to_text(), "what is written is read as it was");
    let (start, stop) = (Instant::now(), Stop::default());
    let late = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(NOTEBOOK);
        late.raise();
    });
    let mut session = BUNDLED.1.clone().stopped_by(stop);
    let mut answered = 0;
    for cell in notebook.cells().take_while(|_| start.elapsed() < NOTEBOOK) {
        let answer = session.run(&cell.source);
        assert!(answer.exit.code() <= 3, "{answer:?}");
        answered += 1;
    }
    if answered == 0 { "notebook without cells" } else { "notebook" }.to_owned()
}

/// Checks that an accepted certificate states what the statement files state.
fn certificate(text: &str) -> String {
    let verified = verify::verify("mutant.cert", text.as_bytes(), &BUNDLED.0, true);
    match &verified.verdict {
        Verdict::Holds(_) => "certificate accepted".to_owned(),
        Verdict::Fails(faults) | Verdict::Declined(faults) => {
            assert!(!render_all(faults, &Renderer::plain()).is_empty());
            "certificate refused".to_owned()
        }
    }
}
