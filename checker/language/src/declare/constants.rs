//! Constants and types.

use reductio_algebra::text::vocabulary::nearest;
use rustc_hash::FxHashMap;

use super::Work;
use super::names::{Item, in_order};
use crate::elaborate::Mode;
use crate::error::{Limit, SystemErrorKind};
use crate::scope::Meaning;
use crate::syntax::{Name, Span, TypeBody, TypeDeclaration, TypeExpr};
use crate::types::{Enumeration, Field, Record, Type};
use reductio_system::Value;

impl Work<'_, '_> {
    /// Declares all constants and types; values from the command line come before those of the text.
    pub(super) fn constants_and_types(&mut self, overrides: &[(String, i64)]) {
        let given = self.overrides(overrides);
        for item in in_order(self.file, self.faults) {
            match item {
                Item::Constant(number) => {
                    let constant = &self.file.constants[number];
                    let value = match given.get(constant.name.text) {
                        Some(value) => Some(*value),
                        None => self.reader(Mode::Constant).constant(&constant.value),
                    };
                    if let Some(value) = value {
                        let meaning = Meaning::Constant(value);
                        self.scope.define(constant.name.text, &constant.name.span(), meaning);
                    }
                }
                Item::Type(number) => {
                    let declaration = &self.file.types[number];
                    let ty = match &declaration.body {
                        TypeBody::Plain(ty) => self.reader(Mode::Constant).type_of(ty),
                        TypeBody::Enumeration(values) => {
                            self.enumeration(&declaration.name, values)
                        }
                        TypeBody::Record(fields) => self.record(&declaration.name, fields),
                        TypeBody::Any { least, span } => {
                            let number = given.get(declaration.name.text).copied();
                            self.any_number(declaration.name.text, number, *least, span)
                        }
                    };
                    if ty != Type::Unknown {
                        let (name, span) = (declaration.name.text, declaration.name.span());
                        self.scope.define(name, &span, Meaning::Type(ty));
                    }
                }
            }
        }
    }

    /// The values of the command line, by constant.
    fn overrides(&mut self, overrides: &[(String, i64)]) -> FxHashMap<String, Value> {
        let mut given = FxHashMap::default();
        let constants = self.file.constants.iter().map(|constant| constant.name.text);
        let is_any = |ty: &&TypeDeclaration<'_>| matches!(ty.body, TypeBody::Any { .. });
        let sizes = self.file.types.iter().filter(is_any).map(|declared| declared.name.text);
        let known: Vec<&str> = constants.chain(sizes).collect();
        for (name, value) in overrides {
            let is_broken = self.scope.is_lenient || self.scope.broken.contains(name);
            if !known.contains(&name.as_str()) && !is_broken {
                let nearest = nearest(name, known.iter().copied());
                let kind = SystemErrorKind::UnknownConstant { name: name.clone(), nearest };
                self.faults.add_outside(kind);
                continue;
            }
            let Ok(value) = Value::try_from(*value) else {
                let what = format!("`--const {name}={value}`");
                self.faults.add_outside(SystemErrorKind::BigNumber { what });
                continue;
            };
            if given.insert(name.clone(), value).is_some_and(|before| before != value) {
                let name = format!("--const {name}");
                self.faults.add_outside(SystemErrorKind::Duplicate { name });
            }
        }
        given
    }

    /// The type with so many values, where the text says `any`.
    fn any_number(&mut self, name: &str, number: Option<Value>, least: u32, span: &Span) -> Type {
        let Some(number) = number else {
            self.faults.add(SystemErrorKind::NoNumber { name: name.to_owned() }, span.clone());
            return Type::Unknown;
        };
        let most = i64::try_from(Limit::Threads.most()).unwrap_or(i64::MAX);
        if !(i64::from(least)..=most).contains(&i64::from(number)) {
            let what = "the number of values of the type";
            let (value, least) = (number.into(), least.into());
            self.faults.add(SystemErrorKind::BadSize { what, value, least, most }, span.clone());
            return Type::Unknown;
        }
        Type::Integer(0, number - 1)
    }

    fn enumeration(&mut self, name: &Name<'_>, values: &[Name<'_>]) -> Type {
        let enumeration = self.scope.types.enumerations.len();
        self.scope.types.enumerations.push(Enumeration {
            name: name.text.to_owned(),
            values: values.iter().map(|value| value.text.to_owned()).collect(),
        });
        for (value, name) in (0..).zip(values) {
            let meaning = Meaning::Named { enumeration, value };
            self.scope.define(name.text, &name.span(), meaning);
        }
        Type::Enumeration(enumeration)
    }

    fn record(&mut self, name: &Name<'_>, written: &[(Name<'_>, TypeExpr<'_>)]) -> Type {
        let mut record =
            Record { name: name.text.to_owned(), fields: Vec::new(), leaves: Vec::new() };
        let mut is_known = true;
        let mut places: FxHashMap<&str, Span> = FxHashMap::default();
        for (field, ty) in written {
            if let Some(first) = places.get(field.text) {
                let kind = SystemErrorKind::Duplicate { name: field.text.to_owned() };
                self.faults.add_with(kind, field.span(), first.clone(), "first declared here");
                continue;
            }
            places.insert(field.text, field.span());
            let ty = self.reader(Mode::Constant).type_of(ty);
            is_known &= ty != Type::Unknown;
            let (offset, leaves) = (record.leaves.len(), self.scope.types.leaves(&ty));
            record
                .leaves
                .extend(leaves.into_iter().map(|(end, ty)| (format!(".{}{end}", field.text), ty)));
            record.fields.push(Field { name: field.text.to_owned(), ty, offset });
            let size = record.leaves.len() as u64;
            if size > Limit::Cells.most() {
                self.faults.add(SystemErrorKind::Limit { limit: Limit::Cells, size }, field.span());
                return Type::Unknown;
            }
        }
        if !is_known {
            return Type::Unknown;
        }
        let number = self.scope.types.records.len();
        self.scope.types.records.push(record);
        Type::Record(number)
    }
}
