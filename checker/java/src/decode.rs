//! From the bytes of a class file to a [`Class`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cafebabe::attributes::{AttributeData, AttributeInfo, BootstrapMethodEntry, CodeData};
use cafebabe::{ClassAccessFlags, ClassFile, FieldAccessFlags, MethodAccessFlags};

use crate::class::{Catch, Class, Code, Field, Method, Name, Variable, Visibility};
use crate::descriptor::{Signature, Type};
use crate::desugar::{Bootstraps, simplify};
use crate::error::JavaError;
use crate::literal::literal;
use crate::name::is_of_library;
use crate::op::Op;
use crate::opcodes::{Opcodes, Pool};

/// The greatest number of local variables of a method whose names are kept.
const MAX_VARIABLES: usize = 1_024;

/// Decodes a class file that has been looked through ([`prepare`](crate::prepare::prepare)). `file` tells where it
/// comes from.
///
/// # Errors
/// [`JavaError`] of the kinds that are about one file.
pub(crate) fn decode(file: &str, bytes: &[u8]) -> Result<Class, JavaError> {
    let corrupt = |what: String| JavaError::Corrupt { file: file.to_owned(), what };
    // The reader is another crate: should one of its assumptions not hold, then the file is to blame.
    let parsed = catch_unwind(AssertUnwindSafe(|| match cafebabe::parse_class(bytes) {
        Ok(parsed) => class(&parsed),
        Err(error) => Err(error.to_string()),
    }));
    parsed.unwrap_or_else(|_| Err("it cannot be read".to_owned())).map_err(corrupt)
}

fn name(text: &str) -> Name {
    text.into()
}

/// Who may access a member with these flags of class files.
fn visibility(flags: u16) -> Visibility {
    match flags & 7 {
        1 => Visibility::Public,
        2 => Visibility::Private,
        4 => Visibility::Protected,
        _ => Visibility::Package,
    }
}

fn class(parsed: &ClassFile<'_>) -> Result<Class, String> {
    let flags = parsed.access_flags;
    let this = name(&parsed.this_class);
    let mut class = Class {
        name: Some(this.clone()),
        file: None,
        above: parsed.super_class.as_deref().map(name),
        interfaces: parsed.interfaces.iter().map(|found| name(found)).collect(),
        version: parsed.major_version,
        is_public: flags.contains(ClassAccessFlags::PUBLIC),
        is_final: flags.contains(ClassAccessFlags::FINAL),
        is_interface: flags.contains(ClassAccessFlags::INTERFACE),
        is_abstract: flags.contains(ClassAccessFlags::ABSTRACT),
        is_enum: flags.contains(ClassAccessFlags::ENUM),
        ..Class::default()
    };
    let mut bootstraps: &[BootstrapMethodEntry<'_>] = &[];
    for attribute in &parsed.attributes {
        match &attribute.data {
            AttributeData::SourceFile(file) => class.file = Some(file.to_string()),
            AttributeData::BootstrapMethods(found) => bootstraps = found,
            AttributeData::NestHost(host) => class.host = Some(name(host)),
            AttributeData::NestMembers(all) => {
                class.mates = all.iter().map(|mate| name(mate)).collect();
            }
            _ => {}
        }
    }
    for field in &parsed.fields {
        let of = Type::parse(&field.descriptor.to_string()).ok_or("a field has no type")?;
        let value = field.attributes.iter().find_map(|found| match &found.data {
            AttributeData::ConstantValue(value) => Some(literal(value)),
            _ => None,
        });
        class.fields.push(Field {
            name: name(&field.name),
            of,
            visibility: visibility(field.access_flags.bits()),
            is_static: field.access_flags.contains(FieldAccessFlags::STATIC),
            is_final: field.access_flags.contains(FieldAccessFlags::FINAL),
            is_volatile: field.access_flags.contains(FieldAccessFlags::VOLATILE),
            value: value.transpose()?,
        });
    }
    let mut bootstraps = Bootstraps::new(&this, bootstraps);
    for method in &parsed.methods {
        let descriptor = method.descriptor.to_string();
        let signature = Signature::parse(&descriptor).ok_or("a method has no type")?;
        let flags = method.access_flags;
        let has = |flag| flags.contains(flag);
        let code = method.attributes.iter().find_map(|found| match &found.data {
            AttributeData::Code(data) => Some(data),
            _ => None,
        });
        let code = code.map(|data| code_of(data, &mut bootstraps)).transpose();
        let code = code.map_err(|what| format!("method `{}`: {what}", method.name))?;
        class.methods.push(Arc::new(Method {
            class: this.clone(),
            name: name(&method.name),
            descriptor: descriptor.into(),
            signature: Arc::new(signature),
            visibility: visibility(flags.bits()),
            is_static: has(MethodAccessFlags::STATIC),
            is_final: has(MethodAccessFlags::FINAL),
            is_native: has(MethodAccessFlags::NATIVE),
            is_abstract: has(MethodAccessFlags::ABSTRACT),
            is_synchronized: has(MethodAccessFlags::SYNCHRONIZED),
            code,
        }));
    }
    class.lambdas = bootstraps.lambdas;
    class.methods.extend(bootstraps.methods);
    for lambda in &mut class.lambdas {
        if let Some(lambda) = Arc::get_mut(lambda) {
            lambda.file.clone_from(&class.file);
        }
    }
    Ok(class)
}

fn code_of(data: &CodeData<'_>, bootstraps: &mut Bootstraps<'_, '_>) -> Result<Code, String> {
    let bytecode = data.bytecode.as_ref().ok_or("it has no code")?;
    let places: Vec<usize> = bytecode.opcodes.iter().map(|(place, _)| *place).collect();
    let mut opcodes = Opcodes { places: &places, pool: Pool { bootstraps: &mut *bootstraps } };
    let mut code = Code::default();
    for (number, (_, opcode)) in bytecode.opcodes.iter().enumerate() {
        code.ops.push(opcodes.op(number, opcode)?);
    }
    for found in &data.exception_table {
        let place = |at: u16| places.binary_search(&usize::from(at)).ok();
        let to = if usize::from(found.end_pc) == data.code.len() {
            Some(places.len())
        } else {
            place(found.end_pc)
        };
        let found = (|| {
            let class = found.catch_type.as_deref().map(name);
            let (from, target) = (place(found.start_pc)?, place(found.handler_pc)?);
            Some(Catch { from, to: to?, target, class })
        })();
        let found = found.ok_or("a handler begins within an instruction")?;
        if found.from < found.to {
            code.catches.push(found);
        }
    }
    code.catches.retain(|found| !repeats_exit(found, &code.ops));
    code.lines = vec![0; code.ops.len()];
    lines(&data.attributes, &places, &mut code.lines);
    bootstraps.set_lines(&code);
    names(&data.attributes, &places, &mut code);
    simplify(&mut code.ops, is_of_library(&bootstraps.class));
    Ok(code)
}

/// Whether a handler is the one that compilers put around the end of a `synchronized` block that is left by an
/// exception: it begins with itself, and covers nothing that goes wrong but the `monitorexit`.
fn repeats_exit(found: &Catch, ops: &[Op]) -> bool {
    found.class.is_none()
        && found.from == found.target
        && ops[found.from..found.to]
            .iter()
            .all(|op| matches!(op, Op::Load(..) | Op::Store(..) | Op::Exit))
}

fn lines(attributes: &[AttributeInfo<'_>], places: &[usize], lines: &mut [u32]) {
    let mut starts: Vec<(usize, u32)> = Vec::new();
    for attribute in attributes {
        if let AttributeData::LineNumberTable(found) = &attribute.data {
            let start = |place: u16| places.partition_point(|at| *at < usize::from(place));
            starts.extend(found.iter().map(|e| (start(e.start_pc), u32::from(e.line_number))));
        }
    }
    starts.sort_by_key(|(start, _)| *start);
    for (number, (start, line)) in starts.iter().enumerate() {
        let end = starts.get(number + 1).map_or(lines.len(), |(next, _)| *next);
        if let Some(lines) = lines.get_mut(*start..end) {
            lines.fill(*line);
        }
    }
}

fn names(attributes: &[AttributeInfo<'_>], places: &[usize], code: &mut Code) {
    for attribute in attributes {
        let AttributeData::LocalVariableTable(found) = &attribute.data else { continue };
        for entry in found {
            let place = |at: usize| places.partition_point(|place| *place < at);
            let end = usize::from(entry.start_pc) + usize::from(entry.length);
            if code.variables.len() >= MAX_VARIABLES {
                return;
            }
            code.variables.push(Variable {
                number: entry.index,
                from: place(usize::from(entry.start_pc)),
                to: place(end),
                name: name(&entry.name),
            });
            let names = &mut code.names;
            let number = usize::from(entry.index);
            if names.len() <= number {
                names.resize(number + 1, String::new());
            }
            // Several variables may share a number: they are told together.
            let known = &mut names[number];
            if known.is_empty() {
                known.push_str(&entry.name);
            } else if known.len() < 60 && !known.split('/').any(|name| name == entry.name) {
                known.push('/');
                known.push_str(&entry.name);
            }
        }
    }
}
