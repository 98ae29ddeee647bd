//! The numbers of classes, fields, methods and registers, and places in the code.

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The number as a place in a list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

numbers! {
    /// The number of a class.
    ClassId,
    /// The number of a field. Fields of one name are one field, of whatever class.
    FieldId,
    /// The number of a variable that belongs to no object.
    StaticId,
    /// The number of a method.
    MethodId,
    /// The number of a selector, by which classes find methods.
    SelectorId,
    /// The number of a text.
    TextId,
    /// The number of a register of a frame.
    Register,
}

/// A place in the code: an instruction of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The method.
    pub method: MethodId,
    /// The number of the instruction.
    pub at: u32,
}
