//! The line about a certificate that `check` has written.

use std::fmt::Write as _;

use super::json::CertificateEntry;
use crate::page::plural;

/// Says where the certificate is, how large it is, and what checks it.
pub fn certificate(written: &CertificateEntry) -> String {
    let CertificateEntry { file, bytes, checks, states, cases, .. } = written;
    let kib = bytes.div_ceil(1024);
    if written.is_of_families {
        let mut out = format!(
            "Certificate: {file}, {kib} KiB, {}, {} listed; `checker/certificate/verify_families.py` confirms it.\n\
             `reductio verify {file} FILE.sys` compares the family that it describes with the text.\n",
            if *checks == 1 { "1 family".to_owned() } else { format!("{checks} families") },
            plural(*states, "state"),
        );
        for left_out in &written.left_out {
            let _ = writeln!(out, "It leaves out {left_out}.");
        }
        return out;
    }
    let cases = usize::try_from(*cases).unwrap_or(usize::MAX);
    format!(
        "Certificate: {file}, {kib} KiB, {}, {}, {}; `checker/certificate/verify.py` confirms it.\n\
         `reductio verify {file} FILE.sys` compares the system that it describes with the text.\n\
         It says nothing of threads that are stuck for ever, nor of properties.\n",
        plural(*checks, "check"),
        plural(*states, "state"),
        plural(cases, "case")
    )
}
