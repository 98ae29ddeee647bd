//! A first look at the bytes of a class file: what could overwhelm a reader is refused, and attributes that do not
//! matter are left out.
//!
//! `cafebabe` reads what comes through. Alone it would reserve memory for as many cases of a `switch` as the bytes
//! claim, follow chains of references of the constant pool, and nest as deep as annotations do.

use crate::decode::decode;
use crate::error::JavaError;

/// The newest version that is read: that of Java 25.
pub(crate) const NEWEST: u16 = 69;

/// The greatest number of bytes of code of a class.
const MAX_CODE: usize = 2 << 20;

/// The attributes that matter.
const WANTED: [&[u8]; 8] = [
    b"Code",
    b"ConstantValue",
    b"SourceFile",
    b"BootstrapMethods",
    b"LineNumberTable",
    b"LocalVariableTable",
    b"NestHost",
    b"NestMembers",
];

/// What is wrong with bytes.
enum Fault {
    /// There is more code than can be worked on.
    Code,
    Truncated,
    Corrupt(&'static str),
}

type Checked<T> = Result<T, Fault>;

/// A class file at first sight.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// The name of the class, with slashes.
    pub(crate) name: String,
    /// Tells whether the class has a method `public static void main(String[])`.
    pub(crate) has_main: bool,
    /// Its bytes without the attributes that do not matter.
    pub(crate) bytes: Vec<u8>,
}

/// Looks through the bytes of a class file.
///
/// # Errors
/// [`JavaError`] of the kinds that are about one file.
pub(crate) fn prepare(file: &str, bytes: &[u8]) -> Result<Outline, JavaError> {
    let name = || file.to_owned();
    if bytes.get(..4).is_none_or(|magic| magic != [0xca, 0xfe, 0xba, 0xbe]) {
        return Err(JavaError::NoClassFile { file: name() });
    }
    let Some(version) = bytes.get(6..8) else { return Err(JavaError::Truncated { file: name() }) };
    let version = u16::from_be_bytes([version[0], version[1]]);
    if !(45..=NEWEST).contains(&version) {
        return Err(JavaError::Version { file: name(), version, newest: NEWEST });
    }
    let out = Vec::with_capacity(bytes.len());
    let (tags, found) = (Vec::new(), Outline::default());
    let mut copy = Copy { bytes, at: 8, out, tags, code: 0, found };
    copy.out.extend_from_slice(&bytes[..8]);
    match copy.class() {
        Ok(()) => {
            let mut found = Outline { bytes: copy.out, ..copy.found };
            if found.name.is_empty() {
                decode(file, &found.bytes)?.name().clone_into(&mut found.name);
            }
            Ok(found)
        }
        Err(Fault::Code) => {
            let limit = MAX_CODE as u64;
            Err(JavaError::TooLarge { file: name(), what: "bytes of code", limit })
        }
        Err(Fault::Truncated) => Err(JavaError::Truncated { file: name() }),
        Err(Fault::Corrupt(what)) => Err(JavaError::Corrupt { file: name(), what: what.into() }),
    }
}

/// Bytes that are copied.
struct Copy<'b> {
    bytes: &'b [u8],
    at: usize,
    out: Vec<u8>,
    /// The tag of each constant, with its text, if it is one, or the number of the constant with its name, if it is a
    /// class.
    tags: Vec<(u8, &'b [u8])>,
    /// The number of bytes of code so far.
    code: usize,
    found: Outline,
}

impl<'b> Copy<'b> {
    fn skip(&mut self, count: usize) -> Checked<&'b [u8]> {
        let end = self.at.checked_add(count).ok_or(Fault::Truncated)?;
        let found = self.bytes.get(self.at..end).ok_or(Fault::Truncated)?;
        self.at = end;
        Ok(found)
    }

    fn take(&mut self, count: usize) -> Checked<&'b [u8]> {
        let found = self.skip(count)?;
        self.out.extend_from_slice(found);
        Ok(found)
    }

    fn take_u16(&mut self) -> Checked<u16> {
        let found = self.take(2)?;
        Ok(u16::from_be_bytes([found[0], found[1]]))
    }

    fn skip_u16(&mut self) -> Checked<u16> {
        let found = self.skip(2)?;
        Ok(u16::from_be_bytes([found[0], found[1]]))
    }

    fn class(&mut self) -> Checked<()> {
        self.constants()?;
        self.take(2)?;
        let this = self.take(2)?;
        self.found.name = self.name(this).ok_or(Fault::Corrupt("it has no name"))?;
        self.take(2)?;
        let interfaces = self.take_u16()?;
        self.take(2 * usize::from(interfaces))?;
        for is_method in [false, true] {
            let members = self.take_u16()?;
            for _ in 0..members {
                let head = self.take(6)?;
                let is_main = is_method
                    && head[1] & 9 == 9
                    && self.text(&head[2..4]) == Some(b"main")
                    && self.text(&head[4..]) == Some(b"([Ljava/lang/String;)V");
                self.found.has_main |= is_main;
                self.attributes(true)?;
            }
        }
        self.attributes(true)?;
        if self.at == self.bytes.len() {
            Ok(())
        } else {
            Err(Fault::Corrupt("there are bytes after its end"))
        }
    }

    /// The text of the constant with a number, which two bytes tell.
    fn text(&self, number: &[u8]) -> Option<&'b [u8]> {
        let number = u16::from_be_bytes([*number.first()?, *number.get(1)?]);
        let (_, text) = self.tags.get(usize::from(number)).filter(|(tag, _)| *tag == 1)?;
        Some(text)
    }

    /// The name of the class that is the constant with a number; empty if it has units that are no UTF-8.
    fn name(&self, number: &[u8]) -> Option<String> {
        let number = u16::from_be_bytes([*number.first()?, *number.get(1)?]);
        let (_, name) = self.tags.get(usize::from(number)).filter(|(tag, _)| *tag == 7)?;
        let name = self.text(name)?;
        Some(String::from_utf8(name.to_vec()).unwrap_or_default())
    }

    fn constants(&mut self) -> Checked<()> {
        let count = self.take_u16()?;
        self.tags.push((0, &[]));
        // Each reference: from where, to where, and the tags that it may have.
        let mut references: Vec<(u16, &'static [u8])> = Vec::new();
        while self.tags.len() < usize::from(count) {
            let tag = self.take(1)?[0];
            let mut text: &[u8] = &[];
            match tag {
                1 => {
                    let length = self.take_u16()?;
                    text = self.take(length.into())?;
                }
                3 | 4 => drop(self.take(4)?),
                5 | 6 => {
                    self.take(8)?;
                    self.tags.push((tag, &[]));
                    self.tags.push((0, &[]));
                    continue;
                }
                7 => {
                    text = self.take(2)?;
                    references.push((u16::from_be_bytes([text[0], text[1]]), &[1]));
                }
                8 | 16 | 19 | 20 => references.push((self.take_u16()?, &[1])),
                9..=11 => {
                    references.push((self.take_u16()?, &[7]));
                    references.push((self.take_u16()?, &[12]));
                }
                12 => {
                    references.push((self.take_u16()?, &[1]));
                    references.push((self.take_u16()?, &[1]));
                }
                15 => {
                    self.take(1)?;
                    references.push((self.take_u16()?, &[9, 10, 11]));
                }
                17 | 18 => {
                    self.take(2)?;
                    references.push((self.take_u16()?, &[12]));
                }
                _ => return Err(Fault::Corrupt("it has a constant of an unknown kind")),
            }
            self.tags.push((tag, text));
        }
        let fits = |(to, wanted): &(u16, &[u8])| {
            self.tags.get(usize::from(*to)).is_some_and(|(tag, _)| wanted.contains(tag))
        };
        if references.iter().all(fits) {
            Ok(())
        } else {
            Err(Fault::Corrupt("a constant refers to one of another kind"))
        }
    }

    /// Copies attributes. Those of code are not looked for in code.
    fn attributes(&mut self, code: bool) -> Checked<()> {
        let count = self.skip_u16()?;
        let place = self.out.len();
        self.out.extend_from_slice(&[0, 0]);
        let mut kept: u16 = 0;
        let mut seen = [false; WANTED.len()];
        for _ in 0..count {
            let name = self.skip(2)?;
            let length = self.skip(4)?;
            let length = u32::from_be_bytes([length[0], length[1], length[2], length[3]]) as usize;
            let end = self.at.checked_add(length).ok_or(Fault::Truncated)?;
            if end > self.bytes.len() {
                return Err(Fault::Truncated);
            }
            let number = usize::from(u16::from_be_bytes([name[0], name[1]]));
            let told = match self.tags.get(number) {
                Some((1, text)) => *text,
                _ => return Err(Fault::Corrupt("an attribute has no name")),
            };
            let Some(known) = WANTED.iter().position(|wanted| *wanted == told) else {
                self.at = end;
                continue;
            };
            let is_many = told.starts_with(b"Line") || told.starts_with(b"Local");
            if std::mem::replace(&mut seen[known], true) && !is_many || told == b"Code" && !code {
                return Err(Fault::Corrupt("it has an attribute twice"));
            }
            kept += 1;
            self.out.extend_from_slice(name);
            let size = self.out.len();
            self.out.extend_from_slice(&[0; 4]);
            if told == b"Code" {
                self.take(4)?;
                let length = self.take(4)?;
                let length = u32::from_be_bytes([length[0], length[1], length[2], length[3]]);
                if length > 0xffff {
                    return Err(Fault::Corrupt("the code of a method is longer than 65,535 bytes"));
                }
                self.code += length as usize;
                if self.code > MAX_CODE {
                    return Err(Fault::Code);
                }
                switches(self.take(length as usize)?)?;
                let handlers = self.take_u16()?;
                self.take(8 * usize::from(handlers))?;
                self.attributes(false)?;
                if self.at != end {
                    return Err(Fault::Corrupt("an attribute has another length than it says"));
                }
            } else if told == b"BootstrapMethods" {
                self.bootstraps()?;
                if self.at != end {
                    return Err(Fault::Corrupt("an attribute has another length than it says"));
                }
            } else {
                self.take(length)?;
            }
            let length = u32::try_from(self.out.len() - size - 4).unwrap_or(u32::MAX);
            self.out[size..size + 4].copy_from_slice(&length.to_be_bytes());
        }
        self.out[place..place + 2].copy_from_slice(&kept.to_be_bytes());
        Ok(())
    }
}

impl Copy<'_> {
    /// Copies the methods to which `invokedynamic` leaves the linking. `cafebabe` knows no computed constant among
    /// their arguments: a method that has one gets none, and is then one that is not supported.
    fn bootstraps(&mut self) -> Checked<()> {
        let count = self.take_u16()?;
        for _ in 0..count {
            self.take(2)?;
            let place = self.out.len();
            let arguments = self.take_u16()?;
            let all = self.take(2 * usize::from(arguments))?;
            let is_computed = |number: &[u8]| {
                let number = u16::from_be_bytes([number[0], number[1]]);
                self.tags.get(usize::from(number)).is_some_and(|(tag, _)| *tag == 17)
            };
            if all.chunks_exact(2).any(is_computed) {
                self.out.truncate(place);
                self.out.extend_from_slice(&[0, 0]);
            }
        }
        Ok(())
    }
}

/// Checks that code has as many cases of each `switch` as it says.
fn switches(code: &[u8]) -> Checked<()> {
    let number = |at: usize| -> Checked<i64> {
        let found = code.get(at..at + 4).ok_or(Fault::Truncated)?;
        Ok(i32::from_be_bytes([found[0], found[1], found[2], found[3]]).into())
    };
    let mut at = 0;
    while let Some(op) = code.get(at) {
        at += match op {
            0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
            0x11
            | 0x13
            | 0x14
            | 0x84
            | 0x99..=0xa8
            | 0xb2..=0xb8
            | 0xbb
            | 0xbd
            | 0xc0
            | 0xc1
            | 0xc6
            | 0xc7 => 3,
            0xc5 => 4,
            0xb9 | 0xba | 0xc8 | 0xc9 => 5,
            0xc4 => {
                if code.get(at + 1) == Some(&0x84) {
                    6
                } else {
                    4
                }
            }
            0xaa | 0xab => {
                let start = (at + 4) & !3;
                let cases = if *op == 0xaa {
                    4 * (number(start + 8)? - number(start + 4)? + 1)
                } else {
                    8 * number(start + 4)?
                };
                let head = if *op == 0xaa { 12 } else { 8 };
                let cases = usize::try_from(cases)
                    .map_err(|_| Fault::Corrupt("a switch has less than no cases"))?;
                if cases > code.len() {
                    return Err(Fault::Truncated);
                }
                start + head + cases - at
            }
            _ => 1,
        };
    }
    if at == code.len() { Ok(()) } else { Err(Fault::Corrupt("code ends within an instruction")) }
}
