//! The memory that the process has, and may have, and the time that it has worked, from the files of Linux under
//! `/proc` and `/sys`. Without these files nothing is known, and memory has no limit but those of the searches.

use std::fs::read_to_string;
use std::time::Duration;

/// The size of the process in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    /// The bytes in memory.
    pub(super) resident: u64,
    /// The bytes that have addresses.
    pub(super) addresses: u64,
}

/// The size of the process now.
pub(super) fn size() -> Size {
    let text = read_to_string("/proc/self/status").unwrap_or_default();
    Size {
        resident: kilobytes(&text, "VmRSS:").unwrap_or(0),
        addresses: kilobytes(&text, "VmSize:").unwrap_or(0),
    }
}

/// The bytes of a line such as `VmRSS:   1234 kB`.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// The largest number of bytes that may have addresses (`ulimit -v`), if it is limited.
pub(super) fn most_addresses() -> Option<u64> {
    addresses_in(&read_to_string("/proc/self/limits").ok()?)
}

fn addresses_in(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The bytes of memory that the machine, or the group of processes, has for this process.
pub(super) fn of_machine() -> Option<u64> {
    let total = read_to_string("/proc/meminfo").ok();
    let total = total.and_then(|text| kilobytes(&text, "MemTotal:"));
    let group = read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse().ok());
    total.into_iter().chain(group).min()
}

/// The time that all threads of the process together have worked.
pub(super) fn processor_time() -> Option<Duration> {
    // Hundredths of a second, whatever the machine: `USER_HZ`.
    let text = read_to_string("/proc/self/stat").ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

/// The number of further threads for which there are addresses: each has a stack, and memory of its own.
pub(crate) fn room_for_threads() -> usize {
    const EACH: u64 = 160 << 20;
    let room = |most: u64| most.saturating_sub(size().addresses) / EACH;
    most_addresses().map_or(usize::MAX, |most| usize::try_from(room(most)).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_limits_are_read() {
        let text = "Name:\treductio\nVmSize:\t  20480 kB\nVmRSS:\t    1024 kB\n";
        assert_eq!(kilobytes(text, "VmRSS:"), Some(1 << 20));
        assert_eq!(kilobytes(text, "VmSwap:"), None);
        let limits = |value: &str| {
            addresses_in(&format!(
                "Limit                     Soft Limit           Hard Limit           Units\n\
                 Max address space         {value}            unlimited            bytes\n"
            ))
        };
        assert_eq!(limits("524288000"), Some(524_288_000));
        assert_eq!(limits("unlimited"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_a_size() {
        let Size { resident, addresses } = size();
        assert!(0 < resident && resident <= addresses, "{resident} of {addresses}");
        assert!(of_machine().is_some_and(|most| most > resident));
        let start = processor_time().unwrap();
        while processor_time().unwrap() == start {}
    }
}
