//! The transcripts in `tests/cmd`: what a user types, and what the command answers.

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").env("NO_COLOR", "1");
}
