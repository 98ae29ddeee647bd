//! The memory of a run as bytes, for other processes.

use reductio_programs::{Address, FieldId, MethodId, Place, StaticId, ThreadId};
use reductio_search::{Portable, put_number as put, take_number as take};
use smallvec::SmallVec;

use super::{By, Ghost, Holder, Note, Owner, Record};
use crate::claims::{Link, Part, Variables, Wrong};

/// What is written as one number.
trait Word: Sized {
    fn to_word(&self) -> u64;
    fn of_word(word: u64) -> Option<Self>;
}

macro_rules! names {
    ($($name:ident),*) => {$(
        impl Word for $name {
            fn to_word(&self) -> u64 {
                self.0.into()
            }

            fn of_word(word: u64) -> Option<Self> {
                u32::try_from(word).ok().map($name)
            }
        }
    )*};
}

names!(Address, FieldId, MethodId, StaticId, ThreadId);

/// A variant without a name is 0, and one with a name that and 1.
macro_rules! either {
    ($($type:ident: $none:ident or $some:ident;)*) => {$(
        impl Word for $type {
            fn to_word(&self) -> u64 {
                match self {
                    $type::$none => 0,
                    $type::$some(name) => name.to_word() + 1,
                }
            }

            fn of_word(word: u64) -> Option<Self> {
                match word.checked_sub(1) {
                    None => Some($type::$none),
                    Some(word) => Word::of_word(word).map($type::$some),
                }
            }
        }
    )*};
}

either! {
    By: Over or Thread;
    Owner: Shared or One;
    Holder: Dropped or Object;
    Link: Element or Field;
}

impl Word for Part {
    fn to_word(&self) -> u64 {
        match self {
            Part::Lock => 0,
            Part::Elements => 1,
            Part::Field(field) => field.to_word() + 2,
        }
    }

    fn of_word(word: u64) -> Option<Self> {
        match word {
            0 => Some(Part::Lock),
            1 => Some(Part::Elements),
            word => Word::of_word(word - 2).map(Part::Field),
        }
    }
}

fn put_word(out: &mut Vec<u8>, word: &impl Word) {
    put(out, word.to_word());
}

fn take_word<W: Word>(bytes: &mut &[u8]) -> Option<W> {
    W::of_word(take(bytes)?)
}

fn put_place(out: &mut Vec<u8>, place: Place) {
    put_word(out, &place.method);
    put(out, place.at.into());
}

fn take_place(bytes: &mut &[u8]) -> Option<Place> {
    Some(Place { method: take_word(bytes)?, at: u32::try_from(take(bytes)?).ok()? })
}

/// Writes how many there are, and each of them.
fn put_all<T>(out: &mut Vec<u8>, all: &[T], mut one: impl FnMut(&mut Vec<u8>, &T)) {
    put(out, all.len() as u64);
    for item in all {
        one(out, item);
    }
}

/// Reads what [`put_all`] wrote.
fn take_all<T, C: FromIterator<T>>(
    bytes: &mut &[u8],
    mut one: impl FnMut(&mut &[u8]) -> Option<T>,
) -> Option<C> {
    (0..take(bytes)?).map(|_| one(bytes)).collect()
}

fn put_variables(out: &mut Vec<u8>, variables: Variables) {
    let (tag, site) = match variables {
        Variables::Field(site, field) => (field.to_word() + 3, site),
        Variables::Elements(site) => (2, site),
        Variables::Lock(site) => (1, site),
        Variables::Static(found) => {
            put(out, 0);
            return put_word(out, &found);
        }
    };
    put(out, tag);
    put_place(out, site);
}

fn take_variables(bytes: &mut &[u8]) -> Option<Variables> {
    Some(match take(bytes)? {
        0 => Variables::Static(take_word(bytes)?),
        1 => Variables::Lock(take_place(bytes)?),
        2 => Variables::Elements(take_place(bytes)?),
        tag => {
            let field = Word::of_word(tag - 3)?;
            Variables::Field(take_place(bytes)?, field)
        }
    })
}

fn put_wrong(out: &mut Vec<u8>, wrong: Wrong) {
    let (tag, variables) = match wrong {
        Wrong::NotOwned(place, found) => {
            put(out, 0);
            put_place(out, place);
            return put_variables(out, found);
        }
        Wrong::NotProtected(found) => (1, found),
        Wrong::SeveralUsers(found) => (2, found),
        Wrong::WrittenLater(found) => (3, found),
        Wrong::TouchedLater(site) => {
            put(out, 4);
            return put_place(out, site);
        }
        Wrong::SeveralHolders(site, link) => {
            put(out, 5);
            put_place(out, site);
            return put_word(out, &link);
        }
        Wrong::FieldMoved(field) => {
            put(out, 6);
            return put_word(out, &field);
        }
        Wrong::StaticMoved(found) => {
            put(out, 7);
            return put_word(out, &found);
        }
        Wrong::SeveralMade(site) => {
            put(out, 8);
            return put_place(out, site);
        }
    };
    put(out, tag);
    put_variables(out, variables);
}

fn take_wrong(bytes: &mut &[u8]) -> Option<Wrong> {
    Some(match take(bytes)? {
        0 => Wrong::NotOwned(take_place(bytes)?, take_variables(bytes)?),
        1 => Wrong::NotProtected(take_variables(bytes)?),
        2 => Wrong::SeveralUsers(take_variables(bytes)?),
        3 => Wrong::WrittenLater(take_variables(bytes)?),
        4 => Wrong::TouchedLater(take_place(bytes)?),
        5 => Wrong::SeveralHolders(take_place(bytes)?, take_word(bytes)?),
        6 => Wrong::FieldMoved(take_word(bytes)?),
        7 => Wrong::StaticMoved(take_word(bytes)?),
        8 => Wrong::SeveralMade(take_place(bytes)?),
        _ => return None,
    })
}

fn put_note(out: &mut Vec<u8>, (part, note): &(Part, Note)) {
    put_word(out, part);
    match note {
        Note::User(by) => {
            put(out, 0);
            put_word(out, by);
        }
        Note::Locks(locks) => {
            put(out, locks.len() as u64 + 1);
            locks.iter().for_each(|lock| put_word(out, lock));
        }
    }
}

fn take_note(bytes: &mut &[u8]) -> Option<(Part, Note)> {
    let part = take_word(bytes)?;
    let note = match take(bytes)?.checked_sub(1) {
        None => Note::User(take_word(bytes)?),
        Some(count) => {
            let locks: Option<SmallVec<_>> = (0..count).map(|_| take_word(bytes)).collect();
            Note::Locks(locks?)
        }
    };
    Some((part, note))
}

impl Portable for Record {
    fn encode(&self, out: &mut Vec<u8>) {
        let Record { owner, givers, holders, notes, teller } = self;
        put_word(out, owner);
        put_all(out, givers, put_word);
        put_all(out, holders, |out, (link, holder)| {
            put_word(out, link);
            put_word(out, holder);
        });
        put_all(out, notes, put_note);
        put(out, teller.map_or(0, |by| by.to_word() + 1));
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let owner = take_word(bytes)?;
        let givers = take_all(bytes, take_word)?;
        let holders = take_all(bytes, |bytes| Some((take_word(bytes)?, take_word(bytes)?)))?;
        let notes = take_all(bytes, take_note)?;
        let teller = match take(bytes)?.checked_sub(1) {
            None => None,
            Some(word) => Some(By::of_word(word)?),
        };
        Some(Record { owner, givers, holders, notes, teller })
    }
}

impl Portable for Ghost {
    fn encode(&self, out: &mut Vec<u8>) {
        let Ghost { several, objects, statics, made, broken } = self;
        several.encode(out);
        put_all(out, objects, |out, (address, record)| {
            put_word(out, address);
            record.encode(out);
        });
        put_all(out, statics, |out, (variable, by)| {
            put_word(out, variable);
            put_word(out, by);
        });
        put_all(out, made, |out, place| put_place(out, *place));
        put_all(out, broken, |out, wrong| put_wrong(out, *wrong));
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        Some(Ghost {
            several: bool::decode(bytes)?,
            objects: take_all(bytes, |bytes| Some((take_word(bytes)?, Record::decode(bytes)?)))?,
            statics: take_all(bytes, |bytes| Some((take_word(bytes)?, take_word(bytes)?)))?,
            made: take_all(bytes, take_place)?,
            broken: take_all(bytes, take_wrong)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every variant of everything, none twice, with names that are small and great.
    fn ghost() -> Ghost {
        let place = |at| Place { method: MethodId(at / 2), at };
        let all = [
            Variables::Field(place(3), FieldId(0)),
            Variables::Field(place(3), FieldId(1 << 30)),
            Variables::Elements(place(4)),
            Variables::Lock(place(u32::MAX)),
            Variables::Static(StaticId(5)),
        ];
        let mut broken: Vec<Wrong> =
            all.iter().map(|one| Wrong::NotOwned(place(9), *one)).collect();
        broken.extend(all.map(Wrong::NotProtected));
        broken.extend(all.map(Wrong::SeveralUsers));
        broken.extend(all.map(Wrong::WrittenLater));
        broken.extend(
            [Link::Element, Link::Field(FieldId(0))]
                .map(|link| Wrong::SeveralHolders(place(1), link)),
        );
        broken.extend([Wrong::TouchedLater(place(2)), Wrong::FieldMoved(FieldId(2))]);
        broken.extend([Wrong::StaticMoved(StaticId(0)), Wrong::SeveralMade(place(0))]);
        let notes = |by| {
            [(Part::Lock, Note::User(by)), (Part::Elements, Note::Locks(SmallVec::new()))]
                .into_iter()
                .chain([(
                    Part::Field(FieldId(0)),
                    Note::Locks([Address(0), Address(7)].into_iter().collect()),
                )])
        };
        let record = |owner, by, teller| Record {
            owner,
            givers: [By::Thread(ThreadId(0)), by].into_iter().collect(),
            holders: [
                (Link::Element, Holder::Dropped),
                (Link::Field(FieldId(4)), Holder::Object(Address(0))),
            ]
            .into_iter()
            .collect(),
            notes: notes(by).collect(),
            teller,
        };
        Ghost {
            several: true,
            objects: vec![
                (Address(0), record(Owner::Shared, By::Over, None)),
                (Address(3), record(Owner::One(By::Over), By::Thread(ThreadId(1)), Some(By::Over))),
                (
                    Address(9),
                    record(
                        Owner::One(By::Thread(ThreadId(8))),
                        By::Over,
                        Some(By::Thread(ThreadId(0))),
                    ),
                ),
            ],
            statics: vec![(StaticId(0), By::Over), (StaticId(3), By::Thread(ThreadId(2)))],
            made: vec![place(0), place(1 << 20)],
            broken,
        }
    }

    #[test]
    fn what_is_remembered_comes_back_from_its_bytes_and_no_cut_is_read() {
        for ghost in [ghost(), Ghost::default()] {
            let mut bytes = Vec::new();
            ghost.encode(&mut bytes);
            for cut in 0..bytes.len() {
                assert_eq!(Ghost::decode(&mut &bytes[..cut]), None);
            }
            bytes.push(3);
            let mut rest = &bytes[..];
            assert_eq!(Ghost::decode(&mut rest), Some(ghost));
            assert_eq!(rest, [3]);
        }
    }
}
