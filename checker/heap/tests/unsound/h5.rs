//! H5 (S2 4.2), which needs a variable that belongs to no object.

use reductio_programs::{
    BinaryOp, Expression, Instruction, Method, Program, ProgramBuilder, Register,
};

/// H5: the thread that writes the static variable is started once, by a thread that is started twice.
pub(crate) fn h5() -> Program {
    let mut builder = ProgramBuilder::new("h5");
    let variable = builder.static_variable("S", false);
    let mut method = |name: &str, registers| {
        let name = name.into();
        builder.method(Method { name, registers, temporaries: 1, ..Method::default() })
    };
    let (main, starter, writer) = (method("main", 1), method("starter", 0), method("writer", 0));
    builder.push(writer, 1, Instruction::WriteStatic { to: variable, value: 1.into() });
    let fork = |method| Instruction::Fork { to: None, method, arguments: Box::new([]) };
    builder.push(starter, 2, fork(writer));
    let i = Register(0);
    builder.push(main, 3, Instruction::Compute { to: i, value: 0.into() });
    let condition = Expression::binary(BinaryOp::Less, i.into(), 2.into());
    builder.push(main, 4, Instruction::Branch { condition, otherwise: 5 });
    builder.push(main, 5, fork(starter));
    let value = Expression::binary(BinaryOp::Add, i.into(), 1.into());
    builder.push(main, 6, Instruction::Compute { to: i, value });
    builder.push(main, 7, Instruction::Jump { target: 1 });
    builder.push(main, 8, Instruction::Stop);
    builder.build(main).unwrap()
}
