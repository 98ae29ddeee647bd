//! Pictures of the models in answers.

use reductio::models::{ModelAnswer, ModelAnswers};
use reductio_relations::systems::{Conclusion, System};
use reductio_relations::{Drawing, FiniteModel};

/// The file formats of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Input for Graphviz.
    Dot,
    /// An SVG file.
    Svg,
}

impl Drawn {
    /// The ending of the files' names.
    pub fn ending(self) -> &'static str {
        match self {
            Drawn::Dot => "dot",
            Drawn::Svg => "svg",
        }
    }
}

/// A picture of a model, with the name of a file for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of the file.
    pub name: String,
    /// The contents of the file.
    pub text: String,
}

/// The pictures of all answers that have a model, in the order of the answers.
pub fn pictures(answers: &ModelAnswers, drawn: Drawn) -> Vec<Picture> {
    answers.answers.iter().filter_map(|answer| picture(answer, drawn)).collect()
}

/// The picture of an answer's model, if it has one.
pub fn picture(answer: &ModelAnswer, drawn: Drawn) -> Option<Picture> {
    match answer {
        ModelAnswer::Count(count) => match &count.conclusion {
            Conclusion::Fails(system) => of_system("Theorem 1 is false", system, drawn),
            _ => None,
        },
        ModelAnswer::Unfinished(_) => None,
        ModelAnswer::Need(need) => {
            let title = format!("without {}", need.dropped.label());
            of_system(&title, need.counterexample.as_ref()?, drawn)
        }
        ModelAnswer::Search(search) => {
            let found = search.outcome.countermodel()?;
            let title = format!("{}: {}", search.id, search.statement);
            Some(draw(&search.id, &title, &found.model, found.witness.pair(), drawn))
        }
    }
}

fn of_system(title: &str, system: &System, drawn: Drawn) -> Option<Picture> {
    let model = FiniteModel::new(system.states(), system.assignment()).ok()?;
    let pair = system.violation().map(|violation| (violation.from, violation.to));
    Some(draw(title, title, &model, pair, drawn))
}

fn draw(
    name: &str,
    title: &str,
    model: &FiniteModel,
    pair: Option<(usize, usize)>,
    drawn: Drawn,
) -> Picture {
    let mut drawing = Drawing::new(model).title(title).with_matrices();
    if let Some((from, to)) = pair {
        drawing = drawing.pair(from, to);
    }
    let text = match drawn {
        Drawn::Dot => drawing.to_dot(),
        Drawn::Svg => drawing.to_svg(),
    };
    Picture { name: format!("{}.{}", file_name(name), drawn.ending()), text }
}

/// The name of a file for a text: letters and digits stay, and everything else becomes a hyphen, so that `S5 (24)` is
/// `S5-24`.
fn file_name(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}
