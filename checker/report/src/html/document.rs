//! HTML pages as a whole: their beginning, their content policy, their style.

use super::element::escaped;

/// The beginning of every page.
pub const START: &str = "<!DOCTYPE html>\n<!-- a page of reductio -->\n";

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The content policy of a page: it shows what is in it, and does nothing else.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The addition to the policy for pages of reports.
const SCRIPT_POLICY: &str = "; script-src 'unsafe-inline'";

/// Makes a page without script. `body` is HTML, `title` is text.
pub fn document(title: &str, body: &str) -> String {
    whole(title, "", "", body)
}

/// Makes a page with the script of reports.
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
