//! One line of a trace.

use memchr::memchr;

use crate::event::{Event, Operation};
use crate::fault::Fault;
use crate::names::Names;

/// The words for operations that work on something, and what that is.
fn argument_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "r" | "w" => "variable",
        "acq" | "rel" | "req" => "lock",
        "fork" | "join" => "thread",
        "vr" | "vw" => "volatile variable",
        _ => return None,
    })
}

/// Refuses a name that is empty or has blanks.
fn check(name: &str, of: &'static str) -> Result<(), Fault> {
    if name.is_empty() {
        return Err(Fault::EmptyName { of });
    }
    let has_blanks = if name.is_ascii() {
        name.bytes().any(|byte| byte <= b' ' || byte == 0x7f)
    } else {
        name.chars().any(|c| c.is_whitespace() || c.is_control())
    };
    if has_blanks { Err(Fault::BlankName { of, name: short(name) }) } else { Ok(()) }
}

/// A text, cut off where it is long.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 200;
    if text.len() <= MOST {
        return text.to_owned();
    }
    let cut = (0..=MOST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    format!("{}...", &text[..cut])
}

/// Splits `word(name)`. The name is `None` if there is no parenthesis.
fn call(text: &str) -> Result<(&str, Option<&str>), Fault> {
    let bytes = text.as_bytes();
    let Some(start) = memchr(b'(', bytes) else {
        return Ok((text, None));
    };
    let (word, rest) = (&text[..start], &bytes[start + 1..]);
    // Names may have parentheses of their own: `list.get(3)`.
    let mut depth = 1_usize;
    for (at, &byte) in rest.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return if at + 1 == rest.len() {
                        Ok((word, Some(&text[start + 1..text.len() - 1])))
                    } else {
                        Err(Fault::Trailing { text: short(text) })
                    };
                }
            }
            _ => {}
        }
    }
    Err(Fault::Unclosed { text: short(text) })
}

/// Reads a line that is not blank. `None` for one that says nothing about races: a request for a lock, the begin or end
/// of a block.
pub(super) fn read(line: &str, number: u64, names: &mut Names) -> Result<Option<Event>, Fault> {
    let bytes = line.as_bytes();
    let fields = || Fault::Fields { found: line.split('|').count() };
    let first = memchr(b'|', bytes).ok_or_else(fields)?;
    let second = first + 1 + memchr(b'|', &bytes[first + 1..]).ok_or_else(fields)?;
    if memchr(b'|', &bytes[second + 1..]).is_some() {
        return Err(fields());
    }
    let (thread, operation, location) =
        (&line[..first], &line[first + 1..second], &line[second + 1..]);
    check(thread, "thread")?;
    let (word, argument) = call(operation)?;
    let Some(of) = argument_of(word) else {
        return match word {
            "begin" | "end" => Ok(None),
            _ => Err(Fault::UnknownOperation { word: short(word) }),
        };
    };
    let Some(name) = argument else {
        return Err(Fault::NoArgument { word: word.to_owned() });
    };
    check(name, of)?;
    let operation = match word {
        "r" => Operation::Read(names.variable(name)),
        "w" => Operation::Write(names.variable(name)),
        "acq" => Operation::Acquire(names.lock(name)),
        "rel" => Operation::Release(names.lock(name)),
        "fork" => Operation::Fork(names.thread(name)),
        "join" => Operation::Join(names.thread(name)),
        "vr" => Operation::VolatileRead(names.volatile(name)),
        "vw" => Operation::VolatileWrite(names.volatile(name)),
        _ => return Ok(None),
    };
    let location = names.location(location);
    Ok(Some(Event { thread: names.thread(thread), operation, line: number, location }))
}
