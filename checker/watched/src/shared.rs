//! Variables as a program tells them apart.

use reductio_programs::{Place, Program, Variable};

/// The variables of one allocation site and field, which a program tells apart by name only.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shared {
    /// The instruction that makes the objects; `None` for a variable that belongs to no object.
    pub site: Option<Place>,
    /// The source line of that instruction; 0 if there is none.
    pub line: u32,
    /// The name of the field; `[]` for the elements of an array.
    pub field: String,
}

impl Shared {
    /// The allocation site and field of a variable. `site` is the instruction that made its object.
    pub fn of(program: &Program, variable: Variable, site: Option<Place>) -> Shared {
        let field = match variable {
            Variable::Field(_, field) => program.fields()[field.index()].clone(),
            Variable::Element(..) => "[]".to_owned(),
            Variable::Static(variable) => program.statics()[variable.index()].name.clone(),
        };
        Shared { site, line: site.map_or(0, |site| program.line(site)), field }
    }

    /// The name of the class of the objects, or nothing.
    pub fn class<'p>(&self, program: &'p Program) -> &'p str {
        let class = self.site.and_then(|site| program.class_at(site));
        class.map_or("", |class| &program.classes()[class.index()].name)
    }
}
