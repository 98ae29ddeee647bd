//! Instructions in the making: places that are not known yet, source lines, and what catches what.

use reductio_programs::{Caught, ClassId, Expression, Handler, Instruction, Register, Wrong};
use rustc_hash::FxHashMap;

/// A place in the code that may not be known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Label(usize);

/// A handler of the method: the class that it catches, and where it goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// `None`: everything.
    pub(crate) class: Option<ClassId>,
    pub(crate) target: Label,
    pub(crate) register: Register,
}

/// A number for the set of handlers that cover an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Cover(usize);

/// Instructions. Targets of jumps are labels until [`Emit::finish`].
pub(crate) struct Emit {
    code: Vec<Instruction>,
    lines: Vec<u32>,
    covers: Vec<Cover>,
    labels: Vec<Option<u32>>,
    /// The first instruction after the last label.
    since_label: usize,
    sets: Vec<Vec<usize>>,
    numbers: FxHashMap<Vec<usize>, Cover>,
    traps: Vec<(u32, Wrong, Label)>,
    /// The source line of what comes next.
    pub(crate) line: u32,
    /// The handlers that cover the next instructions.
    pub(crate) cover: Cover,
}

/// Instructions with all that belongs to them.
pub(crate) struct Finished {
    pub(crate) code: Vec<Instruction>,
    pub(crate) lines: Vec<u32>,
    pub(crate) handlers: Vec<Handler>,
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Emit {
    pub(crate) fn new() -> Emit {
        Emit {
            code: Vec::new(),
            lines: Vec::new(),
            covers: Vec::new(),
            labels: Vec::new(),
            since_label: 0,
            sets: vec![Vec::new()],
            numbers: FxHashMap::from_iter([(Vec::new(), Cover(0))]),
            traps: Vec::new(),
            line: 0,
            cover: Cover(0),
        }
    }

    /// The number of a set of handlers, which are told by their places in the list that [`Emit::finish`] takes.
    pub(crate) fn cover_of(&mut self, set: &[usize]) -> Cover {
        if let Some(known) = self.numbers.get(set) {
            return *known;
        }
        let cover = Cover(self.sets.len());
        self.sets.push(set.to_vec());
        self.numbers.insert(set.to_vec(), cover);
        cover
    }

    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Says that a label means the next instruction.
    pub(crate) fn place(&mut self, label: Label) {
        self.labels[label.0] = Some(small(self.code.len()));
        self.since_label = self.code.len();
    }

    /// The number of instructions so far.
    pub(crate) fn len(&self) -> usize {
        self.code.len()
    }

    pub(crate) fn push(&mut self, instruction: Instruction) {
        self.code.push(instruction);
        self.lines.push(self.line);
        self.covers.push(self.cover);
    }

    pub(crate) fn compute(&mut self, to: Register, value: Expression) {
        self.push(Instruction::Compute { to, value });
    }

    pub(crate) fn jump(&mut self, to: Label) {
        self.push(Instruction::Jump { target: small(to.0) });
    }

    /// Goes on elsewhere unless a condition holds.
    pub(crate) fn unless(&mut self, condition: Expression, to: Label) {
        match condition {
            Expression::Constant(0) => return self.jump(to),
            Expression::Constant(_) => return,
            _ => {}
        }
        self.push(Instruction::Branch { condition, otherwise: small(to.0) });
    }

    /// Says where the last instruction goes on if it goes wrong.
    pub(crate) fn trap(&mut self, wrong: Wrong, to: Label) {
        self.traps.push((small(self.code.len().saturating_sub(1)), wrong, to));
    }

    /// Lets the last instruction put its result elsewhere, if it puts it into a register that is given, and if nothing
    /// jumps to what comes after it.
    pub(crate) fn redirect(&mut self, from: Register, to: Register) -> bool {
        if self.since_label >= self.code.len() {
            return false;
        }
        let Some(last) = self.code.last_mut() else { return false };
        match result(last) {
            Some(place) if *place == from => {
                *place = to;
                true
            }
            _ => false,
        }
    }

    /// The code with its handlers. `entries` are the handlers in the order in which they count.
    pub(crate) fn finish(mut self, entries: &[Entry]) -> Finished {
        let end = small(self.code.len());
        let place = |label: Label| self.labels.get(label.0).copied().flatten().unwrap_or(end);
        for instruction in &mut self.code {
            if let Instruction::Jump { target: to } | Instruction::Branch { otherwise: to, .. } =
                instruction
            {
                *to = place(Label(*to as usize));
            }
        }
        let mut handlers: Vec<Handler> = Vec::new();
        self.traps.sort_by_key(|(at, wrong, label)| (*wrong, label.0, *at));
        for (at, wrong, label) in &self.traps {
            let (caught, target) = (Caught::Wrong(*wrong), place(*label));
            match handlers.last_mut() {
                Some(last) if last.caught == caught && last.target == target && last.to == *at => {
                    last.to = at + 1;
                }
                _ => {
                    handlers.push(Handler {
                        from: *at,
                        to: at + 1,
                        caught,
                        target,
                        register: None,
                    });
                }
            }
        }
        let mut from = 0;
        while from < self.code.len() {
            let cover = self.covers[from];
            let mut to = from;
            while self.covers.get(to) == Some(&cover) {
                to += 1;
            }
            for number in &self.sets[cover.0] {
                let Some(entry) = entries.get(*number) else { continue };
                handlers.push(Handler {
                    from: small(from),
                    to: small(to),
                    caught: entry.class.map_or(Caught::Any, Caught::Class),
                    target: place(entry.target),
                    register: Some(entry.register),
                });
            }
            from = to;
        }
        Finished { code: self.code, lines: self.lines, handlers }
    }
}

/// Where an instruction puts its result, if it may be put anywhere.
fn result(instruction: &mut Instruction) -> Option<&mut Register> {
    use Instruction as I;
    match instruction {
        I::Compute { to, .. }
        | I::Choose { to, .. }
        | I::New { to, .. }
        | I::NewArray { to, .. }
        | I::NewLike { to, .. }
        | I::Read { to, .. }
        | I::ReadElement { to, .. }
        | I::ReadStatic { to, .. }
        | I::ReadConstant { to, .. }
        | I::Length { to, .. }
        | I::InstanceOf { to, .. }
        | I::Mirror { to, .. }
        | I::Own { to }
        | I::Text { to, .. }
        | I::TryAcquire { to, .. }
        | I::Depth { to, .. } => Some(to),
        I::Call { to, .. } | I::CallVirtual { to, .. } => to.as_mut(),
        _ => None,
    }
}
