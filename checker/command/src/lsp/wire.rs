//! Messages: a header with a length, and JSON-RPC.
//!
//! The crates that read these messages (`lsp-server`, `async-lsp`, `tower-lsp-server`) end at the first one that is no
//! JSON, or bring an asynchronous runtime; here such a message gets an error as its answer, and the next one is read.

use std::io::{self, BufRead, Read as _, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The largest message that is read, in bytes: a text of a megabyte with every character escaped fits.
const MOST_BYTES: usize = 16 << 20;

/// The longest line of a header.
const MOST_HEADER: u64 = 4096;

/// The errors of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    Parse = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    NotInitialized = -32002,
    Internal = -32603,
    RequestCancelled = -32800,
}

/// A request or a notification; the answer to a request of our own has no method.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Message {
    /// A number or a text; a notification has none.
    #[serde(default)]
    pub(super) id: Option<Value>,
    #[serde(default)]
    pub(super) method: Option<String>,
    #[serde(default)]
    pub(super) params: Value,
}

/// A message that came in, or why it is none.
#[derive(Debug)]
pub(super) enum Incoming {
    Message(Message),
    /// The text is no message: what is wrong with it.
    Malformed(Code, String),
    /// There will be no more.
    End,
}

/// Reads one message. After a header that makes no sense the rest of its block of headers is passed over.
pub(super) fn read(input: &mut impl BufRead) -> Incoming {
    let length = match header(input) {
        Ok(Some(Ok(length))) => length,
        Ok(Some(Err(why))) => return Incoming::Malformed(Code::InvalidRequest, why),
        Ok(None) | Err(_) => return Incoming::End,
    };
    if length > MOST_BYTES {
        let mut rest = input.take(u64::try_from(length).unwrap_or(u64::MAX));
        if io::copy(&mut rest, &mut io::sink()).is_err() {
            return Incoming::End;
        }
        let why = format!("the message has {length} bytes, more than the limit of {MOST_BYTES}");
        return Incoming::Malformed(Code::InvalidRequest, why);
    }
    let mut bytes = vec![0; length];
    if input.read_exact(&mut bytes).is_err() {
        return Incoming::End;
    }
    let value: Value = match serde_json::from_slice(&bytes) {
        Ok(value) => value,
        Err(error) => return Incoming::Malformed(Code::Parse, format!("this is no JSON: {error}")),
    };
    let wrong = |why: String| {
        Incoming::Malformed(Code::InvalidRequest, format!("this is no message: {why}"))
    };
    if !value.is_object() {
        return wrong("it is no object".to_owned());
    }
    serde_json::from_value(value).map_or_else(|e| wrong(e.to_string()), Incoming::Message)
}

/// Reads the header of a message up to its empty line: the length, or why there is none. `None` at the end of the
/// input.
fn header(input: &mut impl BufRead) -> io::Result<Option<Result<usize, String>>> {
    let mut length = None;
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        input.take(MOST_HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\r', '\n']);
        match line.split_once(':') {
            // Empty lines before a header are no fault.
            None if line.is_empty() && is_first => continue,
            None if line.is_empty() => {
                let missing = || "the header has no `Content-Length`".to_owned();
                return Ok(Some(length.unwrap_or_else(|| Err(missing()))));
            }
            Some((name, value)) if name.trim().eq_ignore_ascii_case("content-length") => {
                let wrong = |_| format!("`{}` is no length", value.trim());
                length = Some(value.trim().parse::<usize>().map_err(wrong));
            }
            _ => {}
        }
        is_first = false;
    }
}

/// The message that is written.
#[derive(Debug, Serialize)]
struct Envelope<'m> {
    jsonrpc: &'static str,
    #[serde(flatten)]
    body: &'m Outgoing,
}

/// A message that goes out.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Outgoing {
    Answer { id: Value, result: Value },
    Refusal { id: Value, error: Refusal },
    Notification { method: &'static str, params: Value },
}

/// The reason why a request is not answered.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Refusal {
    code: i32,
    message: String,
}

impl Refusal {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Refusal { code: code as i32, message: message.into() }
    }

    /// The refusal after a bug of our own.
    pub(super) fn internal(message: &str) -> Self {
        Refusal::new(Code::Internal, message)
    }
}

/// Writes one message.
///
/// # Errors
/// Those of the output: the editor may be gone.
pub(super) fn write(output: &mut impl Write, body: &Outgoing) -> io::Result<()> {
    let text = serde_json::to_string(&Envelope { jsonrpc: "2.0", body })?;
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut input = text.as_bytes();
        let mut found = Vec::new();
        loop {
            found.push(match read(&mut input) {
                Incoming::Message(message) => format!("{:?} {:?}", message.id, message.method),
                Incoming::Malformed(code, _) => format!("{code:?}"),
                Incoming::End => return found,
            });
        }
    }

    fn message(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    #[test]
    fn what_is_no_message_does_not_end_the_rest() {
        let good = message("{\"id\": 1, \"method\": \"a\", \"params\": {}}");
        let told = "Some(Number(1)) Some(\"a\")";
        for (wrong, code) in [
            (message("{"), "Parse"),
            (message("[]"), "InvalidRequest"),
            (message("{\"method\": 7}"), "InvalidRequest"),
            ("Content-Length: many\r\n\r\n".to_owned(), "InvalidRequest"),
            ("Content-Type: none\r\n\r\n".to_owned(), "InvalidRequest"),
        ] {
            assert_eq!(all(&format!("{wrong}{good}")), [code, told], "{wrong}");
        }
        assert_eq!(all(&format!("\r\n{good}\r\n{good}")), [told, told]);
        assert_eq!(all("content-length:2\nX: y\n\n{}"), ["None None"]);
        assert_eq!(all("Content-Length: 99\r\n\r\n{}"), [""; 0]);
        assert_eq!(all("what is this"), [""; 0]);
    }

    #[test]
    fn too_long_a_message_is_passed_over() {
        let long = message(&" ".repeat(MOST_BYTES + 1));
        assert_eq!(all(&(long + &message("{}"))), ["InvalidRequest", "None None"]);
    }
}
