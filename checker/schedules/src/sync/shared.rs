//! `Shared`: a value that threads access without a guard of its own, under a discipline that is checked.

use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::run::accesses::Access;
use crate::run::context::{Context, current, here};
use crate::run::ruled::Rule;
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::sync::ident::Ident;
use crate::sync::mutex::Mutex;
use crate::sync::rwlock::RwLock as OurRwLock;
use crate::thread::ThreadId;

/// A thread, of which a rule says whether it may access a [`Shared`] value now.
#[derive(Debug)]
pub struct Asker {
    thread: usize,
    held: Vec<(ObjectId, bool)>,
    /// The number of the execution.
    execution: u64,
}

impl Asker {
    /// The thread.
    pub fn thread(&self) -> ThreadId {
        ThreadId::inside(self.thread)
    }

    /// Decides whether the thread holds a mutex.
    pub fn holds<T: ?Sized>(&self, mutex: &Mutex<T>) -> bool {
        self.held.contains(&(mutex.ident.name(self.execution), true))
    }

    /// Decides whether the thread holds a lock for writing.
    pub fn writes<T: ?Sized>(&self, lock: &OurRwLock<T>) -> bool {
        self.held.contains(&(lock.ident.name(self.execution), true))
    }
}

type UserRule = Arc<dyn Fn(&Asker) -> bool + Send + Sync>;

/// A value that is protected by something that is not around it. In a search its accesses are no steps, and each is
/// checked:
///
/// - With [`Shared::new`], by what happens before what: of two accesses by different threads, one of which writes, one
///   comes before the other in all equivalent schedules. A lock that both hold sees to that (LD, S1), and so does a
///   hand-over: by a join, a message, an atomic that is set and read.
/// - With [`Shared::with_rule`], by an exclusive access predicate (S5): when the value is accessed, the rule allows
///   the thread that does, and no other one; and no step takes the right from another thread, or gives it to
///   several (Set C of S5's side conditions).
///
/// An access against the discipline is a finding. At the end, [`Shared::into_inner`] and [`Shared::get_mut`] need no
/// lock.
///
/// ```should_panic
/// use reductio_schedules::{Shared, explore, sync::Arc, thread};
///
/// explore(|| {
///     let count = Arc::new(Shared::new(0));
///     let other = Arc::clone(&count);
///     let thread = thread::spawn(move || other.set(1));
///     count.set(2);
///     thread.join().unwrap();
/// });
/// ```
pub struct Shared<T> {
    ident: Ident,
    rule: Option<UserRule>,
    made: OnceLock<Arc<Rule>>,
    inner: RwLock<T>,
}

impl<T> Shared<T> {
    /// A value of which accesses by different threads have to come one after the other.
    #[track_caller]
    pub fn new(value: T) -> Self {
        Shared {
            ident: Ident::new("Shared"),
            rule: None,
            made: OnceLock::new(),
            inner: RwLock::new(value),
        }
    }

    /// A value under a rule that says which thread may access it: at each moment not more than one. The rule may look
    /// at the thread, at the locks that it holds, and at atomics; it must not wait.
    #[track_caller]
    pub fn with_rule(value: T, rule: impl Fn(&Asker) -> bool + Send + Sync + 'static) -> Self {
        let shared = Shared {
            ident: Ident::new("Shared"),
            rule: Some(Arc::new(rule)),
            made: OnceLock::new(),
            inner: RwLock::new(value),
        };
        if let (Some(context), Some(rule)) = (current(), &shared.rule) {
            let (id, rule) = (shared.ident.id(&context), shared.rule_in(&context, rule));
            context.quietly(|state| state.add_rule(id, rule));
        }
        shared
    }

    fn check(&self, write: bool, site: Site) {
        let Some(context) = current() else { return };
        let id = self.ident.id(&context);
        let Some(rule) = &self.rule else {
            context.checked(|state| state.access(id, Access { thread: context.me, write, site }));
            return;
        };
        let rule = self.rule_in(&context, rule);
        context.checked(|state| {
            state.add_rule(id, rule);
            state.ruled_access(id, Access { thread: context.me, write, site }, &**rule);
        });
    }

    /// The rule, as an execution calls it: the same each time, since it is kept as long as the value exists.
    fn rule_in<'a>(&'a self, context: &Context, rule: &UserRule) -> &'a Arc<Rule> {
        let execution = context.execution.number;
        self.made.get_or_init(|| {
            let rule = Arc::clone(rule);
            Arc::new(move |thread, held: &[(ObjectId, bool)]| {
                rule(&Asker { thread, held: held.to_vec(), execution })
            })
        })
    }

    /// A copy of the value.
    #[track_caller]
    pub fn get(&self) -> T
    where
        T: Copy,
    {
        self.check(false, here());
        *self.inner.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the value.
    #[track_caller]
    pub fn set(&self, value: T) {
        self.check(true, here());
        *self.inner.write().unwrap_or_else(PoisonError::into_inner) = value;
    }

    /// Looks at the value. The closure must not wait for others.
    #[track_caller]
    pub fn with<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        self.check(false, here());
        look(&self.inner.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the value. The closure must not wait for others.
    #[track_caller]
    pub fn with_mut<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        self.check(true, here());
        change(&mut self.inner.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// The value, for one who has the only access to it.
    pub fn get_mut(&mut self) -> &mut T {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value, which is shared no more.
    pub fn into_inner(self) -> T {
        self.inner.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Default> Default for Shared<T> {
    #[track_caller]
    fn default() -> Self {
        Shared::new(T::default())
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}
