//! A counting semaphore.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::run::context::{Context, current, here};
use crate::search::access::ObjectId;
use crate::search::op::Op;
use crate::sync::ident::Ident;

/// A number that is never negative: taking from it waits while it is 0. `std` has none.
///
/// ```
/// use reductio_schedules::sync::Semaphore;
///
/// let seats = Semaphore::new(1);
/// seats.acquire();
/// assert!(!seats.try_acquire());
/// seats.release(2);
/// assert_eq!(seats.available(), 2);
/// ```
#[derive(Debug)]
pub struct Semaphore {
    ident: Ident,
    start: u32,
    /// The number outside of a search.
    value: Mutex<u32>,
    changed: Condvar,
}

impl Semaphore {
    /// A semaphore that has so much.
    #[track_caller]
    pub fn new(value: u32) -> Self {
        Semaphore {
            ident: Ident::new("Semaphore"),
            start: value,
            value: Mutex::new(value),
            changed: Condvar::new(),
        }
    }

    fn id(&self, context: &Context) -> ObjectId {
        let id = self.ident.id(context);
        context.quietly(|state| {
            state.world.semaphores.entry(id).or_insert(self.start);
            state.sizes.insert(id, self.start);
        });
        id
    }

    /// Waits until the number is not 0, and takes 1.
    #[track_caller]
    pub fn acquire(&self) {
        let site = here();
        if let Some(context) = current() {
            context.step(Op::Down(self.id(&context)), site);
            return;
        }
        let mut value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
        while *value == 0 {
            value = self.changed.wait(value).unwrap_or_else(PoisonError::into_inner);
        }
        *value -= 1;
    }

    /// Takes 1 if the number is not 0, and says whether it did.
    #[track_caller]
    pub fn try_acquire(&self) -> bool {
        let site = here();
        if let Some(context) = current() {
            return context.step(Op::TryDown(self.id(&context)), site) == Some(1);
        }
        let mut value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
        let can = *value > 0;
        *value -= u32::from(can);
        can
    }

    /// Adds to the number.
    #[track_caller]
    pub fn release(&self, count: u32) {
        let site = here();
        if let Some(context) = current() {
            context.step(Op::Up(self.id(&context), count), site);
            return;
        }
        let mut value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
        *value = value.saturating_add(count);
        self.changed.notify_all();
    }

    /// The number at this moment.
    #[track_caller]
    pub fn available(&self) -> u32 {
        let site = here();
        if let Some(context) = current() {
            let value = context.step(Op::Count(self.id(&context)), site).unwrap_or(0);
            return u32::try_from(value).unwrap_or(u32::MAX);
        }
        *self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
