//! The ways in which threads go wrong, and the limits at which they are halted.

use std::fmt;

use crate::ids::TextId;

/// The reason why a thread goes wrong: it takes no more steps, and the others go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Wrong {
    /// The condition of an assertion does not hold.
    Assertion,
    /// The program says that it goes wrong here, with a text.
    Failure(TextId),
    /// An object is needed, and the value is null.
    Null,
    /// An object is needed, and the value is a number other than 0 or a thread.
    NoObject,
    /// An array is needed, and the value is another object.
    NoArray,
    /// An object with fields is needed, and the value is an array.
    NoFields,
    /// A number is needed, and the value is a reference or a thread.
    NoNumber,
    /// A thread is to be joined, and the value is none.
    NoThread,
    /// A lock is given back, waited for or notified by a thread that does not own it.
    NotOwner,
    /// The result of arithmetic needs more than 64 bits.
    Overflow,
    /// A number is divided by 0.
    DivisionByZero,
    /// An element of an array is read or written that does not exist.
    OutOfBounds,
    /// An array of a negative length is made.
    NegativeLength,
    /// A choice among no values.
    EmptyChoice,
    /// The class of an object has no method for a call.
    NoMethod,
    /// A value is stored in an array whose elements are of another class.
    NotStorable,
    /// Two references are compared, and whether they are the same is left open. A thread is halted for it
    /// ([`Limit::Identity`]).
    Identity,
    /// An object was thrown, and no frame of the thread catches it. The place is that of the instruction that made it.
    Uncaught,
}

impl Wrong {
    /// Tells whether the thread is over, so that others that wait for its end go on.
    pub fn ends_thread(self) -> bool {
        self == Wrong::Uncaught
    }

    /// A number for each reason, for reports that tell reasons apart.
    pub fn number(self) -> usize {
        match self {
            Wrong::Assertion => 0,
            Wrong::Null => 1,
            Wrong::NoObject => 2,
            Wrong::NoArray => 3,
            Wrong::NoFields => 4,
            Wrong::NoNumber => 5,
            Wrong::NoThread => 6,
            Wrong::NotOwner => 7,
            Wrong::Overflow => 8,
            Wrong::DivisionByZero => 9,
            Wrong::OutOfBounds => 10,
            Wrong::NegativeLength => 11,
            Wrong::EmptyChoice => 12,
            Wrong::NoMethod => 13,
            Wrong::NotStorable => 14,
            Wrong::Uncaught => 15,
            Wrong::Identity => 16,
            Wrong::Failure(text) => 17 + text.0 as usize,
        }
    }

    /// The reason with a number that [`Wrong::number`] gave.
    pub fn with_number(number: usize) -> Option<Wrong> {
        const PLAIN: [Wrong; 17] = [
            Wrong::Assertion,
            Wrong::Null,
            Wrong::NoObject,
            Wrong::NoArray,
            Wrong::NoFields,
            Wrong::NoNumber,
            Wrong::NoThread,
            Wrong::NotOwner,
            Wrong::Overflow,
            Wrong::DivisionByZero,
            Wrong::OutOfBounds,
            Wrong::NegativeLength,
            Wrong::EmptyChoice,
            Wrong::NoMethod,
            Wrong::NotStorable,
            Wrong::Uncaught,
            Wrong::Identity,
        ];
        let text = |number| u32::try_from(number).ok().map(|text| Wrong::Failure(TextId(text)));
        PLAIN.get(number).copied().or_else(|| text(number - PLAIN.len()))
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wrong::Assertion => "the assertion fails",
            Wrong::Failure(_) => "the program says that this is wrong",
            Wrong::Null => "an object is needed, and the value is null",
            Wrong::NoObject => "an object is needed, and the value is none",
            Wrong::NoArray => "an array is needed, and the value is another object",
            Wrong::NoFields => "an object with fields is needed, and the value is an array",
            Wrong::NoNumber => "a number is needed, and the value is none",
            Wrong::NoThread => "a thread is needed, and the value is none",
            Wrong::NotOwner => "the thread does not own the lock",
            Wrong::Overflow => "the result needs more than 64 bits",
            Wrong::DivisionByZero => "a number is divided by 0",
            Wrong::OutOfBounds => "the array has no such element",
            Wrong::NegativeLength => "the length of the array is negative",
            Wrong::EmptyChoice => "there is nothing to choose from",
            Wrong::NoMethod => "the class of the object has no such method",
            Wrong::NotStorable => "the array cannot have such an element",
            Wrong::Identity => {
                "two references are compared of which it is left open whether they are the same"
            }
            Wrong::Uncaught => "nobody catches what is thrown",
        })
    }
}

/// A limit at which a thread is halted. What happens beyond it is not known: a search that has met a limit has not seen
/// all states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The number of threads: [`Bounds::threads`].
    Threads,
    /// The number of objects: [`Bounds::objects`].
    Objects,
    /// The number of frames of a thread: [`Bounds::frames`].
    Frames,
    /// The number of elements of an array: [`Bounds::elements`].
    Elements,
    /// The number of values of a choice: [`Bounds::choices`].
    Choices,
    /// The size of texts: [`Bounds::text`], or the size of all of them together.
    Texts,
    /// The identity of two references, where it is left open: of computed texts, or of numbers in boxes.
    Identity,
    /// An instruction goes wrong in a way that the compiler of the program rules out
    /// ([`Program::throws_all`](crate::Program::throws_all)): a fault of that compiler.
    Contradiction,
    /// Values of a choice that are not among those that are tried; the text says what they are.
    Others(TextId),
    /// An instruction whose meaning is not known; the text says what it is.
    Unsupported(TextId),
}

impl Limit {
    /// The limits that have no text.
    const PLAIN: [Limit; 8] = [
        Limit::Threads,
        Limit::Objects,
        Limit::Frames,
        Limit::Elements,
        Limit::Choices,
        Limit::Texts,
        Limit::Identity,
        Limit::Contradiction,
    ];

    /// The limits for which there are [`Bounds`], with their names.
    pub const NAMED: [(&'static str, Limit); 6] = [
        ("threads", Limit::Threads),
        ("objects", Limit::Objects),
        ("frames", Limit::Frames),
        ("elements", Limit::Elements),
        ("choices", Limit::Choices),
        ("text", Limit::Texts),
    ];

    /// A number for each limit.
    pub(crate) fn number(self) -> u64 {
        let plain = Limit::PLAIN.len() as u64;
        match self {
            Limit::Others(text) => plain + 2 * u64::from(text.0),
            Limit::Unsupported(text) => plain + 2 * u64::from(text.0) + 1,
            _ => Limit::PLAIN.iter().position(|limit| *limit == self).unwrap_or(0) as u64,
        }
    }

    /// The limit with a number that [`Limit::number`] gave.
    pub(crate) fn with_number(number: u64) -> Option<Limit> {
        let plain = Limit::PLAIN.len() as u64;
        let Some(rest) = number.checked_sub(plain) else {
            return Limit::PLAIN.get(usize::try_from(number).ok()?).copied();
        };
        let text = TextId(u32::try_from(rest / 2).ok()?);
        Some(if rest % 2 == 0 { Limit::Others(text) } else { Limit::Unsupported(text) })
    }

    /// The text of the limit, if it has one.
    pub fn text(self) -> Option<TextId> {
        match self {
            Limit::Others(text) | Limit::Unsupported(text) => Some(text),
            _ => None,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Threads => "the limit on the number of threads",
            Limit::Objects => "the limit on the number of objects",
            Limit::Frames => "the limit on the depth of calls",
            Limit::Elements => "the limit on the length of arrays",
            Limit::Choices => "the limit on the number of values of a choice",
            Limit::Texts => "the limit on the size of texts",
            Limit::Identity => "a comparison of references whose result is left open",
            Limit::Contradiction => {
                "an instruction that finds another value than it can: a fault of Reductio"
            }
            Limit::Others(_) => "other values of a choice, which were not tried",
            Limit::Unsupported(_) => "an instruction that is not supported",
        })
    }
}

/// The bounds within which states are explored: a thread that would pass one is halted ([`Limit`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The greatest number of threads of a state: those that have not ended, and ended ones that something refers to.
    /// Selective searches can tell 64 apart.
    pub threads: u32,
    /// The greatest number of objects of a state that a thread can reach.
    pub objects: u32,
    /// The greatest number of frames of a thread.
    pub frames: u32,
    /// The greatest length of an array.
    pub elements: u32,
    /// The greatest number of values of a choice.
    pub choices: u32,
    /// The greatest number of bytes of a text that is computed. All of them together may have 4,096 times as many.
    pub text: u32,
}

impl Default for Bounds {
    /// 64 threads, 4,096 objects, 256 frames, 65,536 elements, 65,536 choices, 16,384 bytes of a text.
    fn default() -> Self {
        Bounds {
            threads: 64,
            objects: 4_096,
            frames: 256,
            elements: 1 << 16,
            choices: 1 << 16,
            text: 1 << 14,
        }
    }
}

impl Bounds {
    /// Changes the bound of one limit. Limits that have no bound change nothing.
    #[must_use]
    pub fn with(mut self, limit: Limit, most: u32) -> Bounds {
        match limit {
            Limit::Threads => self.threads = most,
            Limit::Objects => self.objects = most,
            Limit::Frames => self.frames = most,
            Limit::Elements => self.elements = most,
            Limit::Choices => self.choices = most,
            Limit::Texts => self.text = most,
            Limit::Identity | Limit::Contradiction | Limit::Others(_) | Limit::Unsupported(_) => {}
        }
        self
    }

    /// The bound for a limit; 0 for those that have none.
    pub fn of(&self, limit: Limit) -> u32 {
        match limit {
            Limit::Texts => self.text,
            Limit::Identity | Limit::Contradiction | Limit::Others(_) | Limit::Unsupported(_) => 0,
            Limit::Threads => self.threads,
            Limit::Objects => self.objects,
            Limit::Frames => self.frames,
            Limit::Elements => self.elements,
            Limit::Choices => self.choices,
        }
    }
}
