//! The file that says where the workers are: an address in each line.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::ops::Range;

/// A fault of a file of hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct HostsError {
    /// The kind of fault.
    pub kind: HostsErrorKind,
    /// The bytes of the text where it is.
    pub span: Range<usize>,
}

/// The kinds of faults of a file of hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostsErrorKind {
    /// A line has something that is no address.
    #[error("expected a host and a port, such as `10.0.0.7:4100`, and found `{0}`")]
    NoAddress(String),
    /// The port is no number of a port.
    #[error("expected a port from 1 to 65535, and found `{0}`")]
    NoPort(String),
    /// Nothing is known about the host.
    #[error("the host `{0}` is not known here")]
    UnknownHost(String),
    /// An address is that of an earlier worker.
    #[error("worker {0} has the same address")]
    Twice(usize),
    /// An address stands for all addresses of a machine: nobody can call it, and listening there is open to everybody.
    #[error("`{0}` is every address of a machine: name the one that the other workers call")]
    EveryAddress(String),
    /// There is no address.
    #[error("expected the addresses of the workers, one in each line, and found none")]
    Empty,
    /// There are more workers than can be.
    #[error("there are more than {MOST} workers")]
    TooMany,
}

impl HostsErrorKind {
    /// A remedy, if there is one.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            HostsErrorKind::NoAddress(_) | HostsErrorKind::Empty => {
                Some("one worker in a line, as `host:port`; behind `#` there may be a remark")
            }
            HostsErrorKind::Twice(_) => {
                Some("several workers of one machine have the same host and other ports")
            }
            HostsErrorKind::UnknownHost(_) => {
                Some("an address such as `10.0.0.7` needs no name service")
            }
            _ => None,
        }
    }
}

/// The largest number of workers.
const MOST: usize = 1024;

/// Reads a file of hosts: the address of each worker, by number. Behind `#` there may be a remark; lines without an
/// address do not count.
///
/// ```
/// use reductio_cluster::hosts;
///
/// let two = hosts("127.0.0.1:4100 # here\n\n127.0.0.1:4101\n").unwrap();
/// assert_eq!(two[1], "127.0.0.1:4101".parse().unwrap());
/// assert_eq!(hosts("127.0.0.1:4100\n 127.0.0.1\n").unwrap_err()[0].span, 16..25);
/// ```
///
/// # Errors
/// All faults, by place.
pub fn hosts(text: &str) -> Result<Vec<SocketAddr>, Vec<HostsError>> {
    let (mut all, mut errors) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let said = line.split('#').next().unwrap_or_default();
        let word = said.trim();
        let from = start + (said.len() - said.trim_start().len());
        let span = from..from + word.len();
        start += line.len();
        if word.is_empty() {
            continue;
        }
        match address(word) {
            Ok(address) => {
                if let Some(first) = all.iter().position(|&one| one == Some(address)) {
                    errors.push(HostsError { kind: HostsErrorKind::Twice(first), span });
                }
                all.push(Some(address));
            }
            Err(kind) => {
                errors.push(HostsError { kind, span });
                all.push(None);
            }
        }
    }
    if all.is_empty() {
        errors.push(HostsError { kind: HostsErrorKind::Empty, span: 0..0 });
    }
    if all.len() > MOST {
        errors.push(HostsError { kind: HostsErrorKind::TooMany, span: 0..0 });
    }
    if errors.is_empty() { Ok(all.into_iter().flatten().collect()) } else { Err(errors) }
}

fn address(word: &str) -> Result<SocketAddr, HostsErrorKind> {
    let no_address = || HostsErrorKind::NoAddress(word.to_owned());
    let (host, port) = word.rsplit_once(':').ok_or_else(no_address)?;
    if host.is_empty() || host.contains(char::is_whitespace) {
        return Err(no_address());
    }
    let number = port.parse::<u16>().ok().filter(|&port| port > 0);
    let port = number.ok_or_else(|| HostsErrorKind::NoPort(port.to_owned()))?;
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let found = (bare, port).to_socket_addrs().ok().and_then(|mut all| all.next());
    let address = found.ok_or_else(|| HostsErrorKind::UnknownHost(host.to_owned()))?;
    if address.ip().is_unspecified() {
        return Err(HostsErrorKind::EveryAddress(host.to_owned()));
    }
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<(HostsErrorKind, &str)> {
        let errors = hosts(text).unwrap_err();
        errors.into_iter().map(|error| (error.kind, &text[error.span])).collect()
    }

    #[test]
    fn every_fault_is_told_with_its_place() {
        let text = "127.0.0.1:4100\n# none\n  127.0.0.1 # no port\n127.0.0.1:0\n127.0.0.1:4100\n\
                    127.0.0.1:70000\n:4100\n0.0.0.0:4100\n[::]:4100\nno.such.host.invalid:4100\n\
                    a b:4100";
        let wrong = faults(text);
        let places: Vec<&str> = wrong.iter().map(|(_, place)| *place).collect();
        assert_eq!(
            places,
            [
                "127.0.0.1",
                "127.0.0.1:0",
                "127.0.0.1:4100",
                "127.0.0.1:70000",
                ":4100",
                "0.0.0.0:4100",
                "[::]:4100",
                "no.such.host.invalid:4100",
                "a b:4100"
            ]
        );
        assert_eq!(wrong[0].0, HostsErrorKind::NoAddress("127.0.0.1".to_owned()));
        assert_eq!(wrong[1].0, HostsErrorKind::NoPort("0".to_owned()));
        assert_eq!(wrong[2].0, HostsErrorKind::Twice(0));
        assert_eq!(wrong[5].0, HostsErrorKind::EveryAddress("0.0.0.0".to_owned()));
        assert_eq!(wrong[7].0, HostsErrorKind::UnknownHost("no.such.host.invalid".to_owned()));
        assert_eq!(faults("\n# nobody\n")[0].0, HostsErrorKind::Empty);
    }

    #[test]
    fn addresses_of_both_kinds_are_read() {
        let all = hosts("[::1]:4100\r\n127.0.0.1:4100").unwrap();
        assert!(all[0].is_ipv6() && all[1].is_ipv4());
    }
}
