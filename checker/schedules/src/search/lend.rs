//! Parts of a search that are walked beside it, by other workers.
//!
//! The tree of executions that a search walks is made while it is walked: races in one branch say which other branches
//! there are. It is walked in one order all the same, and each part of it by one worker: what is done to the tree is
//! done in the order in which one worker would do it.
//!
//! **What is lent.** A search that walks the first of several nodes of a frame lends the second one, as far as the
//! first leaf of its wakeup tree. Sequences are only ever added behind what is there, and never behind a leaf: from
//! there, everything is walked. So neither the path to the leaf nor which nodes come before those on it will change,
//! and who sleeps there is known: those who slept in the frame, and the thread of the first node, whose step has been
//! taken. The other one gets copies of the frames up to there, and of their trees as they are.
//!
//! **What is left to the lender.** What the other one does to frames of its own, it does at once. Where it finds a
//! sequence for a frame of the lender, it writes it down, in order ([`Stack::leave`]). The lender comes to the node
//! when it has walked all that comes before it, takes over the frames of the other one, and adds the sequences, in
//! order, to what its frames are by then ([`Stack::fuse`]): as if it had walked the node itself now. That a lender may
//! have lent its own frames from another one changes nothing: then it writes down in turn.
//!
//! So the executions are those of one worker, none more and none fewer, and all arguments for the search of one worker
//! are arguments for several: no thread sleeps or wakes earlier or later, no sequence meets another tree. What has no
//! place in that order, the other one does not decide: where an execution would end the search, begin it again, or
//! number a new thread, it rests, and the lender runs that execution once more when it comes to it.
//!
//! **What need not be written down** is what is certain to change nothing. Between now and then, threads that sleep in
//! frames of the lender go on sleeping, and trees only grow behind what is there. So a sequence that a sleeping thread
//! could begin, or that follows the trees of now to a leaf, will do so then. (That it does so only in the tree to which
//! the sequences were added that were written down is not enough: there may be others before them then, and the earlier
//! sequence may follow these, where the later one cannot.) And a sequence that was written down is not written down
//! again.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use crate::mutants::{self, Mutant};
use crate::search::event::Event;
use crate::search::frame::{Frame, Pending, Sleeper};
use crate::search::races::Sizes;
use crate::search::stack::{Stack, Taken};
use crate::search::wakeup::{Branch, Node, Planned, begins, is_planned};

/// The notes of a part of a search for the one that has lent it.
#[derive(Debug)]
pub(crate) struct Part {
    /// The frame whose second node was lent.
    start: usize,
    /// The threads that take the steps from there to the leaf.
    path: Vec<usize>,
    /// The steps up to the leaf, as they were executed, and the sizes of what was there.
    prefix: Option<(Vec<Event>, Sizes)>,
    notes: Vec<Note>,
    /// The places of sequences among the notes, by hashes.
    known: FxHashMap<u64, SmallVec<[usize; 1]>>,
    /// The steps of all sequences.
    steps: usize,
    /// So many frames are known to need all threads.
    cut: usize,
}

/// Something to be done to the frames of the lender.
#[derive(Debug)]
enum Note {
    /// An execution that begins with a sequence is to be walked in place of a step.
    Sequence(usize, Vec<Planned<'static>>),
    /// An execution is over, and so many frames need all threads since something was cut off after them.
    End(usize),
}

/// Whether one worker would do the same to any tree with two sequences.
fn same(one: &[Planned<'_>], other: &[Planned<'_>]) -> bool {
    let is_same = |(number, (a, b)): (usize, (&Planned<'_>, &Planned<'_>))| {
        let mut earlier = one[..number].iter().zip(other);
        a.thread == b.thread
            && a.accesses == b.accesses
            && a.choices == b.choices
            && earlier.all(|(before, too)| a.is_after(before) == b.is_after(too))
    };
    one.len() == other.len() && one.iter().zip(other).enumerate().all(is_same)
}

fn hash(racing: usize, sequence: &[Planned<'_>]) -> u64 {
    let mut hasher = FxHasher::default();
    racing.hash(&mut hasher);
    for step in sequence {
        (step.thread, &step.accesses, &step.choices).hash(&mut hasher);
    }
    hasher.finish()
}

/// Whether to plan a sequence in a frame changes nothing, also when other sequences were planned before.
fn is_settled(taken: Taken, frame: &mut Frame, sequence: &[Planned<'_>]) -> bool {
    let is_enabled = |pending: &Pending| pending.enabled && pending.thread == sequence[0].thread;
    if !frame.pending.iter().any(is_enabled) {
        return false;
    }
    let whole: SmallVec<[&Planned<'_>; 16]> = sequence.iter().collect();
    let fits = |thread, accesses| taken.fits(begins(thread, accesses, &whole).as_ref());
    frame.sleep.iter().any(|sleeper| fits(sleeper.thread, &sleeper.accesses))
        || match taken {
            Taken::Optimal => is_planned(&mut frame.tree, &whole),
            _ => frame.tree.iter().any(|node| fits(node.thread, &node.accesses)),
        }
}

/// The threads that take the steps to the first leaf after a thread's step, if each of them is known to have no
/// alternatives.
fn path(thread: usize, mut branches: &[Branch]) -> Option<Vec<usize>> {
    let mut path = vec![thread];
    while !branches.iter().all(|branch| branch.children.is_empty()) {
        let [Branch { choices, children }] = branches else { return None };
        let node = children.first().filter(|_| choices.is_empty())?;
        path.push(node.thread);
        branches = &node.branches;
    }
    Some(path)
}

impl Stack {
    /// Lends a part of the search, which gets a number, to somebody who walks it meanwhile. `trace` is the last
    /// execution. The first frame is taken that can be: there is most to do.
    pub(crate) fn lend(&mut self, to: usize, trace: &[Event]) -> Option<Stack> {
        let most = self.fresh.min(self.frames.len()).min(trace.len());
        let found = (self.base..most).find_map(|number| {
            let frame = &self.frames[number];
            let can = |node: &&Node| {
                node.lent.is_none() && node.thread != frame.thread && frame.can(node.thread)
            };
            let node = frame.tree.get(1).filter(can)?;
            let path = path(node.thread, &node.branches).filter(|_| frame.choices.is_empty())?;
            Some((number, path))
        });
        let (start, path) = found?;
        let mut frames: Vec<_> = self.frames[..=start].to_vec();
        for (frame, event) in frames.iter_mut().zip(trace) {
            if let Some(node) = frame.tree.first_mut() {
                node.accesses.clone_from(&event.accesses);
            }
        }
        let frame = frames.last_mut()?;
        if self.taken != Taken::All && !mutants::is(Mutant::Alone) {
            let accesses = trace[start].accesses.clone();
            frame.sleep.push(Sleeper { thread: frame.thread, accesses });
        }
        frame.tree.remove(0);
        let asleep: SmallVec<[usize; 8]> = frame.sleep.iter().map(|other| other.thread).collect();
        frame.tree.retain(|node| !asleep.contains(&node.thread));
        frame.begin();
        self.frames[start].tree[1].lent = Some(to);
        let base = start + path.len();
        let part = Part {
            start,
            path,
            prefix: None,
            notes: Vec::new(),
            known: FxHashMap::default(),
            steps: 0,
            cut: 0,
        };
        Some(self.of_part(frames, base, part))
    }

    /// The number of steps that are written down for the lender.
    pub(crate) fn written(&self) -> usize {
        self.part.as_ref().map_or(0, |part| part.steps)
    }

    /// Writes down an execution for a frame of the lender, unless that is certain to change nothing.
    pub(super) fn leave(&mut self, trace: &[Event], racing: usize, sequence: Vec<Planned<'_>>) {
        let Some(part) = &mut self.part else { return };
        if mutants::is(Mutant::Forgets) {
            return;
        }
        let frame = &mut self.frames[racing];
        if let Some(node) = frame.tree.first_mut() {
            node.accesses.clone_from(&trace[racing].accesses);
        }
        if is_settled(self.taken, frame, &sequence) {
            return;
        }
        let places = part.known.entry(hash(racing, &sequence)).or_default();
        let is_known = |place: &usize| match &part.notes[*place] {
            Note::Sequence(at, known) => *at == racing && same(known, &sequence),
            Note::End(_) => false,
        };
        if places.iter().any(is_known) {
            return;
        }
        places.push(part.notes.len());
        part.steps += sequence.len();
        let sequence = sequence.into_iter().map(Planned::into_owned).collect();
        part.notes.push(Note::Sequence(racing, sequence));
    }

    /// Writes down that an execution is over after which so many frames of the lender need all threads.
    pub(super) fn leave_cut(&mut self, cut: usize) {
        let is_bounded = self.bound.is_some();
        let Some(part) = &mut self.part else { return };
        let is_open = matches!(part.notes.last(), Some(Note::Sequence(..)));
        if cut > part.cut || is_open && is_bounded {
            part.cut = part.cut.max(cut);
            part.notes.push(Note::End(cut));
        }
    }

    /// Keeps the steps up to the leaf, for the lender.
    pub(super) fn keep_prefix(&mut self, trace: &[Event], sizes: &Sizes) {
        let Some(part) = self.part.as_mut().filter(|part| part.prefix.is_none()) else { return };
        let frames = self.frames.iter().skip(part.start).map(|frame| frame.thread);
        if trace.len() >= self.base && self.frames.len() >= self.base {
            // As it was planned. If not, the lender walks the node.
            let is_planned = frames.zip(&part.path).all(|(thread, planned)| thread == *planned);
            part.prefix = is_planned.then(|| (trace[..self.base].to_vec(), sizes.clone()));
        }
    }

    /// Takes over what another one has walked of the node that it was lent, to which this search has come. Returns the
    /// steps up to there. `None` if nothing of it can be used: then this one walks the node.
    pub(crate) fn fuse(&mut self, other: Stack) -> Option<Vec<Event>> {
        self.take_back();
        let Stack { frames, base, fresh, bounded, part, .. } = other;
        let Part { start, path: walked, prefix, notes, .. } = *part?;
        let (prefix, sizes) = prefix?;
        let frame = self.frames.get(start)?;
        if path(frame.thread, &frame.branches)? != walked || frames.len() < base {
            return None;
        }
        for (number, mut frame) in frames.into_iter().enumerate().skip(start) {
            if number == start {
                let own = &mut self.frames[start];
                (own.choices, own.accesses) = (frame.choices, frame.accesses);
                continue;
            }
            if number < base {
                // What has been planned since then.
                let mut tree = self.frames[number - 1].take_after();
                tree.retain(|node| frame.can(node.thread));
                if let Some(node) = tree.first_mut() {
                    frame.branches = std::mem::take(&mut node.branches);
                }
                frame.tree = tree;
            }
            self.frames.push(frame);
        }
        self.fresh = fresh;
        self.bounded |= bounded;
        for note in notes {
            match note {
                Note::Sequence(racing, sequence) if racing < self.base => {
                    self.leave(&prefix, racing, sequence);
                }
                Note::Sequence(racing, sequence) => self.plan(&prefix, racing, &sequence, &sizes),
                Note::End(cut) => {
                    self.cut = self.cut.max(cut);
                    self.take_all(&prefix, &sizes);
                }
            }
        }
        Some(prefix)
    }

    /// Comes back to a node that was lent, and that nobody has begun to walk.
    pub(crate) fn take_back(&mut self) {
        if let Some(node) = self.frames.last_mut().and_then(|frame| frame.tree.first_mut()) {
            node.lent = None;
        }
    }
}
