//! Readers of the values of options, with the messages for wrong values.

use std::time::Duration;

/// Reads a whole number.
pub(crate) fn count<N: TryFrom<u64>>(text: &str) -> Result<N, String> {
    within::<N, 0, { u64::MAX }>(text)
}

/// Reads a whole number between the least and the largest value.
pub(super) fn within<N: TryFrom<u64>, const LEAST: u64, const MOST: u64>(
    text: &str,
) -> Result<N, String> {
    let number = text.trim().parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| match (LEAST, MOST) {
        (0, u64::MAX) => "expected a whole number such as 20".to_owned(),
        (least, u64::MAX) => format!("expected a whole number, at least {least}"),
        (least, most) => format!("expected a whole number from {least} to {most}"),
    })
}

/// Reads a time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number| *number > 0.0);
    number
        .and_then(|number| Duration::try_from_secs_f64(number).ok())
        .ok_or_else(|| "expected a number of seconds such as 10 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    /// Each option takes exactly one value: an option that takes more or fewer may swallow the file that follows it.
    #[test]
    fn no_option_takes_more_than_its_own_value() {
        let mut seen = 0;
        let mut all = vec![crate::cli::Cli::command()];
        while let Some(mut command) = all.pop() {
            command.build();
            for option in command.get_opts() {
                let values = option.get_num_args().expect("a built command");
                let what = format!("{} --{}", command.get_name(), option.get_id());
                assert_eq!((values.min_values(), values.max_values()), (1, 1), "{what}");
                seen += 1;
            }
            all.extend(command.get_subcommands().cloned());
        }
        assert!(seen > 30, "{seen}");
    }
}
