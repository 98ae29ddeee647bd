//! The names of the kernel's rules, for carrying a proof elsewhere. The kernel writes one beside each theorem and never
//! reads it.

use std::fmt;

macro_rules! rules {
    ($($rule:ident $name:ident)*) => {
        /// The rules of the kernel. Each has the name of its function, which says what it concludes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = concat!("[`", stringify!($name), "`](crate::kernel::", stringify!($name), ").")] $rule,)*
        }

        impl Rule {
            /// All rules, in the order of the kernel.
            pub const ALL: [Rule; 28] = [$(Rule::$rule),*];

            /// The name of the rule, which is that of its function: `star_ind_l`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => stringify!($name),)*
                }
            }
        }
    };
}

rules! {
    Assume assume
    Discharge discharge
    ModusPonens modus_ponens
    Generalize generalize
    Specialize specialize
    GeneralizeSymbol generalize_symbol
    SpecializeSymbol specialize_symbol
    Instantiate instantiate
    Cases cases
    ApartSym apart_sym
    Axiom axiom
    Refl refl
    Sym sym
    Trans trans
    LeIntro le_intro
    LeElim le_elim
    Plus plus
    Seq seq
    StarIndR star_ind_r
    StarIndL star_ind_l
    LoopInd loop_ind
    SumUpper sum_upper
    SumLeast sum_least
    SumDistribL sum_distrib_l
    SumDistribR sum_distrib_r
    ProductLower product_lower
    ProductGreatest product_greatest
    Unfold unfold
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
