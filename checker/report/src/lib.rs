#![doc = include_str!("../README.md")]

pub mod check;
pub mod compare;
pub mod decide;
pub mod diagnostics;
pub mod execution;
pub mod front;
#[cfg(feature = "testing")]
pub mod guide;
pub mod heap;
pub mod html;
pub mod json;
pub mod models;
pub mod page;
pub mod picture;
pub mod program;
pub mod prove;
mod question;
pub mod race;
#[cfg(feature = "testing")]
pub mod testing;
pub mod validate;
pub mod verify;
pub mod visible;
