//! From the tree of a text to instructions.

mod expressions;
mod jumps;
mod places;
mod statements;

use rustc_hash::FxHashMap;

use self::places::{Block, Label, Loop};
use super::atoms;
use super::bound::{self, Use};
use super::error::{Faults, SourceErrorKind, TextLimit};
use super::names::{Names, for_each};
use super::syntax::{Name, PropertySource, Source, Span, StatementKind};
use crate::ids::{MethodId, Register};
use crate::instruction::{Expression, Instruction};
use crate::program::{Method, Program, ProgramBuilder, TemporalProperty};

/// Makes the program of a text. `None` if there is none because of faults.
pub(super) fn lower(
    source: &Source,
    name: &str,
    entry: &str,
    text: &str,
    faults: &mut Faults,
) -> Option<Program> {
    let is_readable = faults.is_empty();
    let names = Names::of(source, faults)?;
    let name = source.name.as_ref().map_or(name, |name| &name.text);
    let mut builder = ProgramBuilder::new(name);
    for (class, field) in &source.volatile {
        let (class, field) = (builder.class(&class.text), builder.field(&field.text));
        builder.volatile(class, field);
    }
    for (thread, locals) in source.threads.iter().zip(&names.locals) {
        builder.method(Method {
            name: thread.name.text.clone(),
            parameters: number(locals.len()),
            temporaries: number(locals.len()),
            names: locals.iter().map(|&name| name.to_owned()).collect(),
            ..Method::default()
        });
    }
    let lines = Lines::of(text);
    let mut uses = Vec::new();
    for number in 0..source.threads.len() {
        let mut lower = Lower::new(&names, &lines, &mut builder, number, faults);
        lower.thread(source);
        uses.push(lower.uses);
    }
    if !is_readable {
        return None;
    }
    let Some(&first) = names.threads.get(entry) else {
        let threads = source.threads.iter().map(|thread| thread.name.text.clone()).collect();
        faults.add_outside(SourceErrorKind::NoEntry { entry: entry.to_owned(), threads });
        return None;
    };
    for thread in &source.threads {
        for_each(&thread.body, &mut |statement| {
            if let StatementKind::Join(joined) = &statement.kind {
                names.check_join(joined, faults);
            }
        });
    }
    let size = source.threads.iter().zip(&names.locals).zip(0..);
    let size = size.map(|((_, locals), method)| {
        u64::from(builder.next(MethodId(method))) * (locals.len() as u64 + 1)
    });
    let size: u64 = size.sum();
    if size > TextLimit::Size.most() {
        faults.add(SourceErrorKind::Limit { limit: TextLimit::Size, size }, 0..0);
        return None;
    }
    bound::check(&builder, &names, first, &uses, faults);
    if !faults.is_empty() {
        return None;
    }
    match builder.build(MethodId(number(first))) {
        Ok(program) => claimed(program, source, faults),
        Err(error) => {
            faults.add(SourceErrorKind::Program(error), 0..0);
            None
        }
    }
}

/// The program with its claims about runs.
fn claimed(mut program: Program, source: &Source, faults: &mut Faults) -> Option<Program> {
    let mut titles: FxHashMap<&str, &Span> = FxHashMap::default();
    let mut properties = Vec::new();
    for PropertySource { title, formula } in &source.properties {
        if let Some(first) = titles.insert(&title.text, &title.span) {
            let kind = SourceErrorKind::Duplicate { what: "property", name: title.text.clone() };
            faults.add_with(kind, title.span.clone(), first.clone(), "the first one");
        }
        let formula = atoms::formula(formula, &program, faults);
        let title = title.text.clone();
        properties.extend(formula.map(|formula| TemporalProperty { title, formula }));
    }
    program.set_properties(properties);
    faults.is_empty().then_some(program)
}

/// The lines of a text.
struct Lines {
    ends: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Lines {
        Lines { ends: text.match_indices('\n').map(|(end, _)| end).collect() }
    }

    fn line(&self, at: usize) -> u32 {
        number(self.ends.partition_point(|end| *end < at) + 1)
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The making of a thread's code.
struct Lower<'a, 'f> {
    names: &'f Names<'a>,
    lines: &'f Lines,
    builder: &'f mut ProgramBuilder,
    faults: &'f mut Faults,
    thread: usize,
    method: MethodId,
    registers: FxHashMap<&'a str, Register>,
    /// The number of temporary registers that are taken.
    taken: u32,
    /// The line of the statement.
    line: u32,
    blocks: Vec<Block>,
    /// The number of the block.
    block: usize,
    labels: FxHashMap<String, Label>,
    /// The jumps to labels: the instruction, the label, the block, and the place of the statement.
    gotos: Vec<(u32, Name, usize, Span)>,
    loops: Vec<Loop>,
    /// Where local variables are read.
    uses: Vec<Use>,
}

impl<'a, 'f> Lower<'a, 'f> {
    fn new(
        names: &'f Names<'a>,
        lines: &'f Lines,
        builder: &'f mut ProgramBuilder,
        thread: usize,
        faults: &'f mut Faults,
    ) -> Self {
        let locals = names.locals[thread].iter().enumerate();
        let registers = locals.map(|(k, &name)| (name, Register(number(k)))).collect();
        Lower {
            names,
            lines,
            builder,
            faults,
            thread,
            method: MethodId(number(thread)),
            registers,
            taken: 0,
            line: 0,
            blocks: vec![Block::default()],
            block: 0,
            labels: FxHashMap::default(),
            gotos: Vec::new(),
            loops: Vec::new(),
            uses: Vec::new(),
        }
    }

    /// Makes the code.
    fn thread(&mut self, source: &Source) {
        let thread = &source.threads[self.thread];
        let count = number(self.registers.len());
        self.builder.method_mut(self.method).registers = count;
        self.statements(&thread.body);
        self.resolve(&thread.name.text);
    }

    fn here(&self) -> u32 {
        self.builder.next(self.method)
    }

    fn push(&mut self, instruction: Instruction) -> u32 {
        self.builder.push(self.method, self.line, instruction)
    }

    /// Lets jumps lead to the next instruction.
    fn land(&mut self, jumps: &[u32]) {
        let here = self.here();
        for jump in jumps {
            self.builder.set_target(self.method, *jump, here);
        }
    }

    /// A temporary register.
    fn temporary(&mut self) -> Register {
        let method = self.builder.method_mut(self.method);
        let register = Register(method.temporaries + self.taken);
        self.taken += 1;
        method.registers = method.registers.max(register.0 + 1);
        register
    }

    fn register(&self, name: &str) -> Register {
        self.registers.get(name).copied().unwrap_or(Register(0))
    }

    /// The values of the locals of a thread that is forked: a copy of those that there are here.
    fn copies(&self, of: usize) -> Box<[Expression]> {
        let value = |name: &&str| {
            self.registers.get(name).map_or(Expression::Constant(0), |found| (*found).into())
        };
        self.names.locals[of].iter().map(value).collect()
    }
}
