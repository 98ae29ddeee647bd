//! The answer of a cell as Jupyter messages.
//!
//! Every output is a message of its own, in order: errors and warnings go to the stream `stderr`, everything else is
//! data to be displayed, as text and in its richer form. So the texts are those that a notebook stores, once each.
//! Where the cell is refused an `error` of one line follows: it makes Jupyter stop, and repeats nothing.

use jupyter_protocol::{
    DisplayData, ErrorOutput, JupyterMessageContent, Media, MediaType, ReplyError, StreamContent,
};
use reductio::Exit;

use crate::notebook::{CellAnswer, Output, Rich};

/// The messages of an answer, without the error.
pub(super) fn outputs(answer: &CellAnswer) -> impl Iterator<Item = JupyterMessageContent> {
    answer.outputs.iter().map(|output| {
        if output.is_diagnostic {
            StreamContent::stderr(&output.text).into()
        } else {
            DisplayData::new(media(output)).into()
        }
    })
}

fn media(output: &Output) -> Media {
    let mut all = vec![MediaType::Plain(output.text.clone())];
    all.extend(output.rich.iter().map(|rich| match rich {
        Rich::Svg(text) => MediaType::Svg(text.clone()),
        Rich::Html(text) => MediaType::Html(text.clone()),
    }));
    Media::new(all)
}

/// The reason why a cell is refused. Its name is the code of the first error, or else the word for how the cell ended.
pub(super) fn error(answer: &CellAnswer) -> Option<ReplyError> {
    let (word, what) = match answer.exit {
        Exit::Holds => return None,
        Exit::Fails => ("fails", "a claim fails"),
        Exit::Declined => ("declined", "something is undecided"),
        Exit::BadInput => ("bad input", "it cannot be read"),
        Exit::Bug => ("bug", "there is a bug in reductio"),
    };
    let first = answer.outputs.iter().find_map(|output| output.error.clone());
    let (ename, evalue) = first.unwrap_or((word, what.to_owned()));
    let line = if ename == word { what } else { ename };
    let traceback = vec![format!("The cell is refused: {line}.")];
    Some(ReplyError { ename: ename.to_owned(), evalue, traceback })
}

/// The message about an error for the channel on which outputs go.
pub(super) fn error_output(error: &ReplyError) -> JupyterMessageContent {
    let ReplyError { ename, evalue, traceback } = error.clone();
    ErrorOutput { ename, evalue, traceback }.into()
}

/// The answer of a cell in which the program panicked.
pub(super) fn bug(what: &str) -> CellAnswer {
    let text = format!(
        "reductio {}: this is a bug of reductio, not a fault of your input: {what}\n\
         Please report it together with the cells. The session is as before this cell.",
        env!("CARGO_PKG_VERSION")
    );
    let mut output = Output::text(&text);
    output.is_diagnostic = true;
    CellAnswer { outputs: vec![output], exit: Exit::Bug }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::Session;

    #[test]
    fn a_refused_cell_says_why_once() {
        let answer = Session::new().run("check nothing");
        let error = error(&answer).unwrap();
        assert_eq!(
            (error.ename.as_str(), error.evalue.as_str()),
            ("E0001", "there is no system `nothing`")
        );
        assert_eq!(error.traceback, ["The cell is refused: E0001."]);
        let all: Vec<_> = outputs(&answer).collect();
        let [JupyterMessageContent::StreamContent(stream)] = &all[..] else { panic!("{all:?}") };
        assert!(stream.text.contains(&error.evalue), "{stream:?}");
    }

    #[test]
    fn what_fails_without_a_code_is_named_by_its_end() {
        let answer = Session::new().run("decide \"x y = y x\"");
        let error = error(&answer).unwrap();
        assert_eq!(
            (error.ename.as_str(), &*error.traceback[0]),
            ("fails", "The cell is refused: a claim fails.")
        );
        let media: Vec<_> = outputs(&answer)
            .map(|content| match content {
                JupyterMessageContent::DisplayData(data) => {
                    data.data.content.iter().map(|m| m.mime_type().to_owned()).collect::<Vec<_>>()
                }
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(media, [vec!["text/plain"], vec!["text/plain", "image/svg+xml"]]);
    }

    #[test]
    fn an_accepted_cell_has_no_error() {
        assert!(error(&Session::new().run("decide \"x** = x*\"")).is_none());
        assert_eq!(error(&bug("here")).unwrap().ename, "bug");
    }
}
