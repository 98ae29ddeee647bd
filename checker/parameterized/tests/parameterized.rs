//! Families of threads for every number of threads.

mod agreement;
mod certificate;
mod drawing;
mod limits;
mod mutations;
mod obstacles;
mod oracle;
mod random;
mod table;
mod text;
mod witnesses;
