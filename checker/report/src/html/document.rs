//! A page as a whole: how it starts, what it may do, its style.

use super::element::escaped;

/// How every page starts.
pub const START: &str = "<!DOCTYPE html>\n<!-- a page of reductio -->\n";

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// What a page may do: show what is in it, and nothing else.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// What the page of a report may do besides.
const SCRIPT_POLICY: &str = "; script-src 'unsafe-inline'";

/// A page without script. `body` is HTML, `title` text.
pub fn document(title: &str, body: &str) -> String {
    whole(title, "", "", body)
}

/// A page with the script of reports.
pub(super) fn document_with_script(title: &str, body: &str) -> String {
    let body = format!("{body}<script>\n{SCRIPT}</script>\n");
    whole(title, SCRIPT_POLICY, " class=\"report\"", &body)
}

fn whole(title: &str, more: &str, class: &str, body: &str) -> String {
    format!(
        "{START}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}{more}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body{class}>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}
