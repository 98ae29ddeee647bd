//! The instructions that may have given a register the value which another instruction reads (reaching definitions).

use reductio_programs::{Method, Register};
use rustc_hash::FxHashMap;

use super::contexts::number;

/// The definition that gives a register its value: an instruction, by its number; behind all instructions, a parameter;
/// behind all parameters, a handler.
pub(super) type Definition = u32;

/// For each instruction of a method and each register that it reads, what may have given the value.
#[derive(Clone, Debug)]
pub(super) struct Definitions {
    reaching: FxHashMap<(u32, Register), Vec<Definition>>,
    /// The definitions of each register.
    all: FxHashMap<Register, Vec<Definition>>,
    instructions: u32,
    parameters: u32,
}

impl Definitions {
    /// Looks at a method. Cost: the number of instructions, times that of definitions by 64, times that of nested
    /// loops.
    pub(super) fn of(method: &Method) -> Definitions {
        let (instructions, parameters) = (number(method.code.len()), method.parameters);
        let mut registers: Vec<Option<Register>> =
            method.code.iter().map(reductio_programs::Instruction::result).collect();
        registers.extend((0..parameters).map(|register| Some(Register(register))));
        registers.extend(method.handlers.iter().map(|handler| handler.register));
        let mut of_register: FxHashMap<Register, Vec<usize>> = FxHashMap::default();
        for (definition, register) in registers.iter().enumerate() {
            if let Some(register) = register {
                of_register.entry(*register).or_default().push(definition);
            }
        }
        let words = registers.len().div_ceil(64);
        let defined = |row: &mut [u64], definition: usize| {
            let Some(register) = registers[definition] else { return };
            for other in &of_register[&register] {
                row[other / 64] &= !(1 << (other % 64));
            }
            row[definition / 64] |= 1 << (definition % 64);
        };
        let mut rows = vec![vec![0_u64; words]; method.code.len()];
        let mut is_reached = vec![false; method.code.len()];
        let mut open = Vec::new();
        if let Some(first) = rows.first_mut() {
            for parameter in instructions..instructions + parameters {
                defined(first, parameter as usize);
            }
            is_reached[0] = true;
            open.push(0);
        }
        let mut flow = |rows: &mut Vec<Vec<u64>>, open: &mut Vec<usize>, row: &[u64], to: usize| {
            let Some(known) = rows.get_mut(to) else { return };
            let is_more = known.iter().zip(row).any(|(known, new)| new & !known != 0);
            if is_more || !is_reached[to] {
                is_reached[to] = true;
                known.iter_mut().zip(row).for_each(|(known, new)| *known |= new);
                open.push(to);
            }
        };
        while let Some(at) = open.pop() {
            let found = &method.code[at];
            let before = rows[at].clone();
            let first_handler = (instructions + parameters) as usize;
            for (handler, definition) in method.handlers.iter().zip(first_handler..) {
                if handler.covers(number(at)) {
                    let mut row = before.clone();
                    defined(&mut row, definition);
                    flow(&mut rows, &mut open, &row, handler.target as usize);
                }
            }
            let mut row = before;
            defined(&mut row, at);
            let next = found.falls_through().then_some(at + 1);
            for to in found.target().map(|target| target as usize).into_iter().chain(next) {
                flow(&mut rows, &mut open, &row, to);
            }
        }
        let mut reaching = FxHashMap::default();
        for (at, found) in method.code.iter().enumerate() {
            found.expressions(|expression| {
                expression.registers(&mut |register| {
                    let all = of_register.get(&register).into_iter().flatten();
                    let is_known = |definition: &&usize| {
                        rows[at][**definition / 64] & 1 << (**definition % 64) != 0
                    };
                    let known = all.filter(is_known).map(|definition| number(*definition));
                    reaching.insert((number(at), register), known.collect());
                });
            });
        }
        let numbers = |found: Vec<usize>| found.into_iter().map(number).collect();
        let all = of_register.into_iter().map(|(register, found)| (register, numbers(found)));
        Definitions { reaching, all: all.collect(), instructions, parameters }
    }

    /// The definitions that may have given the value of a register that an instruction reads.
    pub(super) fn of_use(&self, at: u32, register: Register) -> &[Definition] {
        self.reaching.get(&(at, register)).map_or(&[], |found| found)
    }

    /// All that may ever give a register a value.
    pub(super) fn of_register(&self, register: Register) -> &[Definition] {
        self.all.get(&register).map_or(&[], |found| found)
    }

    /// The definition of a parameter.
    pub(super) fn parameter(&self, number: u32) -> Definition {
        self.instructions + number
    }

    /// The definition of what a handler catches.
    pub(super) fn handler(&self, handler: u32) -> Definition {
        self.instructions + self.parameters + handler
    }
}
