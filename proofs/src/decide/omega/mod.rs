//! # Infinite repetition
//!
//! An omega is `x^w` of a regular x, in sums of products. Letters, stars and tests are decided as in regular algebra;
//! an omega of the left side, in a state of the right side, leads to the state that accepts everything if its infinite
//! words are right there, and is a letter if not. So `b^w k` is read as `b^w`, which lies above it, and `d^w k` on the
//! right is right only as `b^w k` with the same letter, unless `1 <= k` (`fragment` says where this is exact).
//!
//! **Decision** (`profile`, `inclusion`): Ramsey's theorem, as in Buchi's complementation.
//!
//! **Proof** (`system`, `order`, `loops`, `goal`): `b^w` is the greatest solution of a system of inequations between
//! the terms that are left to be read of it, each in a state of the right side. Its nodes are eliminated one by one by
//! `(? ind)`; a loop may go on for ever where it makes rounds of an omega of the right side, a question of regular
//! algebra. This is not complete: subset states do not tell apart of which omega a loop makes rounds when. A true
//! relation that is not proved this way is reported as such ([`Decision::NoProof`](super::Decision::NoProof)).

mod body;
mod fragment;
mod goal;
mod inclusion;
mod laws;
mod loops;
mod order;
mod profile;
mod spine;
mod system;

pub(super) use body::{is_body, parted, regular};
pub(super) use fragment::{occurs, outside};
pub(super) use inclusion::{Lasso, escape};
pub(super) use laws::{for_ever_then, guard_for_ever};
pub(super) use order::for_ever_below;
pub(super) use spine::below_by_parts;
