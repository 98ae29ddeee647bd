//! All tests of this crate in one executable, so that its libraries are linked once.

mod agreement;
mod composed;
mod interference;
mod known;
mod m_ex;
mod m_ex_printed;
mod persistence;
mod random;
mod stored;
