//! What is wrong with data that was refused: one walk, in order, bounded (VAL-3, VAL-4, VAL-6).

mod facts;
mod noun;
mod tell;
mod union;
mod walk;

pub(crate) use walk::explain;
