//! The name of an object in an execution.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

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
