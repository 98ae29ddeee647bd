//! The table of explorations, from the lines that the library writes.

use std::fmt::Write;

/// An exploration.
struct Row<'a> {
    test: &'a str,
    executions: &'a str,
    seconds: &'a str,
    bounds: &'a str,
    found: &'a str,
    schedule: &'a str,
}

impl<'a> Row<'a> {
    /// A line of the library: fields with tabs in between. `None` for one that is not complete.
    fn parse(line: &'a str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [test, place, executions, seconds, bounds, found, schedule] = fields[..] else {
            return None;
        };
        let test = if test.is_empty() { place } else { test };
        Some(Row { test, executions, seconds, bounds, found, schedule })
    }

    /// What is known of the schedules.
    fn verdict(&self) -> &'a str {
        match (self.found, self.bounds) {
            ("", "") => "all schedules",
            ("", bounds) => bounds,
            (found, _) => found,
        }
    }
}

/// The table, and how to run again what was found.
pub(crate) fn table(lines: &str) -> String {
    let mut rows: Vec<Row<'_>> = lines.lines().filter_map(Row::parse).collect();
    if rows.is_empty() {
        return "No test explored schedules by `reductio-schedules`.\n".to_owned();
    }
    // Tests run at the same time: those of one test stay in their order.
    rows.sort_by_key(|row| row.test);
    let size = |text: &str| text.chars().count();
    let width = rows.iter().map(|row| size(row.test)).max().unwrap_or(0).max(4);
    let mut text =
        format!("{:width$}  {:>10}  {:>9}  schedules\n", "test", "executions", "seconds");
    for row in &rows {
        let (test, executions, seconds) = (row.test, row.executions, row.seconds);
        _ = writeln!(text, "{test:width$}  {executions:>10}  {seconds:>9}  {}", row.verdict());
    }
    let found: Vec<&Row<'_>> = rows.iter().filter(|row| !row.schedule.is_empty()).collect();
    if !found.is_empty() {
        text += "\nTo run again what was found:\n";
    }
    for row in found {
        _ = writeln!(
            text,
            "  REDUCTIO_REPLAY='{}' cargo test {} -- --exact",
            row.schedule, row.test
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn rows_say_what_is_known() {
        let lines = "b\tsrc/lib.rs:7\t12\t0.034\t\t\t\n\
                     a::deadlocks\tsrc/lib.rs:9\t3\t0.001\tthe search stopped at the first finding\tDeadlock\t0*2.1\n\
                     \tsrc/main.rs:4\t200\t1.500\tthe bound of 200 executions was reached\t\t\n\
                     half a li";
        assert_eq!(
            table(lines),
            "\
test           executions    seconds  schedules
a::deadlocks            3      0.001  Deadlock
b                      12      0.034  all schedules
src/main.rs:4         200      1.500  the bound of 200 executions was reached

To run again what was found:
  REDUCTIO_REPLAY='0*2.1' cargo test a::deadlocks -- --exact
"
        );
    }

    #[test]
    fn nothing_is_told_as_that() {
        assert_eq!(table(""), "No test explored schedules by `reductio-schedules`.\n");
    }
}
