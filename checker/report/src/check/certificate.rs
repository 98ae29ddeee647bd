//! The line about a certificate that `check` has written.

use super::json::CertificateEntry;
use crate::page::plural;

/// Says where the certificate is, how large it is, and what checks it.
pub fn certificate(written: &CertificateEntry) -> String {
    let CertificateEntry { file, bytes, checks, states, cases, .. } = written;
    let kib = bytes.div_ceil(1024);
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
