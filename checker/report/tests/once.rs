//! An expensive value is built once, however much is told of it.

use std::sync::Arc;

use reductio::File;
use reductio::check::{CheckOptions, Parameters, Subject, check};
use reductio::discipline::classifications;
use reductio_report::check::{explain, json, text};
use reductio_report::html;
use reductio_report::page::Page;

/// The text, the data, the page and the explanation of a report, all with a run, take one classification.
#[test]
fn transitions_are_classified_once_for_all_that_is_asked() {
    let text = "lock m\nprotected x : 0 .. 1 by m\nthread t[i : 0 .. 1] { acquire m; release m; x := 1 }\n";
    let file = Arc::new(File::new("wrong.sys", text));
    let before = classifications();
    let subject = Subject::load(&file, &Parameters::default(), None).unwrap();
    let report = check(&subject, &CheckOptions::default(), None, None);
    assert!(!report.exploration.findings.is_empty());
    let page = Page::new(80, reductio_algebra::Style::Ascii);
    assert!(text::report(&report, &page).contains("acquire m"));
    assert!(explain::classification(&subject, &page).contains("x := 1"));
    html::systems(&[vec![&report]], None);
    json::CheckAnswer::new(&[(report, None)], &[], &[]);
    assert_eq!(classifications() - before, 1);
}
