//! Certificates of checks, and a verifier in Python that shares no code with the library: it confirms what the library
//! says, and refuses what is changed.

#[path = "certify/bundled.rs"]
mod bundled;
#[path = "certify/corrupted.rs"]
mod corrupted;
#[path = "certify/edited.rs"]
mod edited;
#[path = "certify/generated.rs"]
mod generated;
#[path = "certify/oracle.rs"]
mod oracle;
#[path = "certify/python.rs"]
mod python;
