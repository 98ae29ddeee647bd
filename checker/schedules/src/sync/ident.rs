//! The name of an object in an execution.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::run::context::{Context, current, here};
use crate::run::naming::Made;
use crate::search::access::ObjectId;
use crate::search::event::Site;

/// The name of an object: one that was made in the execution has a name of this execution; all others are numbered.
#[derive(Debug)]
pub(crate) struct Ident {
    own: Option<(u64, ObjectId)>,
    outside: OnceLock<u32>,
    kind: &'static str,
    site: Site,
}

impl Ident {
    /// Names an object that is made now.
    #[track_caller]
    pub(crate) fn new(kind: &'static str) -> Self {
        let site = here();
        let own = current().and_then(|context| {
            let id = context.new_object(kind, site)?;
            Some((context.execution.number, id))
        });
        Ident { own, outside: OnceLock::new(), kind, site }
    }

    /// The line in which the object was made.
    pub(crate) fn made_at(&self) -> Site {
        self.site
    }

    /// The name in the execution with this number, whether or not it is known there.
    pub(crate) fn name(&self, execution: u64) -> ObjectId {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        match self.own {
            Some((own, id)) if own == execution => id,
            _ => {
                let number = *self.outside.get_or_init(|| NEXT.fetch_add(1, Ordering::SeqCst));
                ObjectId { maker: ObjectId::OUTSIDE, number }
            }
        }
    }

    /// The name in an execution.
    pub(crate) fn id(&self, context: &Context) -> ObjectId {
        let id = self.name(context.execution.number);
        if id.maker != ObjectId::OUTSIDE {
            return id;
        }
        let made = Made { kind: self.kind, site: self.site };
        context.quietly(|state| _ = state.objects.entry(id).or_insert(made));
        id
    }
}

/// The name of an object that is made by a `const fn`, which does not know the thread: that of the line in which it was
/// made, and of the `static`, if it is known. An execution can use one such object of a line and name.
#[derive(Debug)]
pub(crate) struct LateIdent {
    kind: &'static str,
    site: Site,
    name: &'static str,
    token: OnceLock<u32>,
}

impl LateIdent {
    pub(crate) const fn new(kind: &'static str, site: Site, name: &'static str) -> Self {
        LateIdent { kind, site, name, token: OnceLock::new() }
    }

    /// The name in an execution.
    pub(crate) fn id(&self, context: &Context) -> ObjectId {
        static LINES: Mutex<Vec<(Site, &str)>> = Mutex::new(Vec::new());
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let line = {
            let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
            let is_own = |(site, name): &(Site, &str)| **site == *self.site && *name == self.name;
            let found = lines.iter().position(is_own);
            found.unwrap_or_else(|| {
                lines.push((self.site, self.name));
                lines.len() - 1
            })
        };
        let number = u32::try_from(line).unwrap_or(u32::MAX);
        let id = ObjectId { maker: ObjectId::LATE, number };
        let token = *self.token.get_or_init(|| NEXT.fetch_add(1, Ordering::SeqCst));
        let made = Made { kind: self.kind, site: self.site };
        let other = context.quietly(|state| {
            state.objects.entry(id).or_insert(made);
            *state.late.entry(id).or_insert(token)
        });
        assert!(
            other.is_none_or(|other| other == token),
            "a second `{}` of {}:{} in one execution: use a `OnceLock` there",
            self.kind,
            self.site.file(),
            self.site.line()
        );
        id
    }
}
