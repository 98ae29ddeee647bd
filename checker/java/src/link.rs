//! The faults that keep classes and members from being used: what is above a class, and who may access what (JVMS
//! 5.3.5, 5.4.3 and 5.4.4).

use std::sync::Arc;

use crate::class::{Class, Field, Method, Name, Visibility};
use crate::descriptor::{Type, dotted};
use crate::hierarchy::{OBJECT, World};
use crate::name::actor;
use crate::op::{Access, How, Member};
use crate::select::package;
use crate::verify::verify;

/// The version of class files from which on a final field is written in initializers and constructors alone.
const FINAL_IN_INITIALIZERS: u16 = 53;

/// An error that the virtual machine throws when it links a reference, and why.
pub(crate) type LinkError = (&'static str, String);

impl World<'_> {
    /// The reason why no thread can use a class, if none can.
    pub(crate) fn problem(&self, class: &str) -> Option<Arc<str>> {
        if self.is_library(class) {
            return None;
        }
        if let Some(known) = self.problems.borrow().get(class) {
            return known.clone();
        }
        let found = self.with_above(class).iter().find_map(|found| self.fault(found));
        let found = found.or_else(|| {
            self.is_circular(class)
                .then(|| format!("the class `{}`, which is above itself,", dotted(class)))
        });
        let found = found.map(Arc::from);
        self.problems.borrow_mut().insert(class.into(), found.clone());
        found
    }

    /// The reason why a class cannot be linked, unless the fault is that of a class above it.
    pub(crate) fn fault(&self, class: &Arc<Class>) -> Option<String> {
        if self.is_library(class.name()) {
            return None;
        }
        let told = dotted(class.name());
        for (number, above) in class.above.iter().chain(&class.interfaces).enumerate() {
            let Some(found) = self.class(above) else {
                let absent = self.absent(above);
                let separator = if absent.ends_with(',') { "" } else { "," };
                return Some(format!("{absent}{separator} which `{told}` needs,"));
            };
            let is_interface = number >= usize::from(class.above.is_some());
            if found.is_interface != is_interface || found.is_final {
                let above = dotted(above);
                return Some(format!(
                    "`IncompatibleClassChangeError` (`{above}` cannot be above `{told}`)"
                ));
            }
        }
        let refused = class.methods.iter().find_map(|method| {
            let why = verify(self, class, method).err()?;
            let told = format!("{}{}", method.told(), method.signature.told());
            Some(format!("`VerifyError` (the code of `{told}` is refused: {why})"))
        });
        if refused.is_some() {
            return refused;
        }
        let overridden = class.methods.iter().find_map(|method| self.final_above(class, method));
        overridden.map(|above| {
            format!(
                "`IncompatibleClassChangeError` (`{told}` overrides `{}`, which is final)",
                above.told()
            )
        })
    }

    /// A final method of a user's class that a method overrides.
    fn final_above(&self, class: &Class, method: &Method) -> Option<Arc<Method>> {
        if !method.is_virtual() {
            return None;
        }
        let above = self.with_above(class.name());
        let mut above = above.iter().skip(1).filter(|above| !above.is_interface);
        above.find_map(|above| {
            let found = above.method(&method.name, &method.descriptor)?;
            let is_overridden = found.is_final
                && found.is_virtual()
                && !self.is_library(above.name())
                && (found.visibility != Visibility::Package
                    || package(above.name()) == package(class.name()));
            is_overridden.then(|| found.clone())
        })
    }

    /// A noun for a class that is not there, or cannot be read.
    pub(crate) fn absent(&self, class: &str) -> String {
        match self.path.unreadable(class) {
            Some(error) => {
                format!("the class `{}`, which cannot be read ({error}),", dotted(class))
            }
            None => format!("the class `{}`", dotted(class)),
        }
    }

    /// The field that a reference means, and its class (JVMS 5.4.3.2).
    pub(crate) fn field(&self, class: &str, name: &str, of: &Type) -> Option<(Arc<Class>, Field)> {
        let above = self.with_above(class);
        let chain = above.iter().enumerate().filter(|(at, found)| *at == 0 || !found.is_interface);
        for (_, found) in chain {
            let interfaces = found.interfaces.iter().map(|name| self.with_above(name));
            let own = std::iter::once(found.clone());
            let mut all =
                own.chain(interfaces.flat_map(|all| all.iter().cloned().collect::<Vec<_>>()));
            if let Some(home) = all.find(|home| home.field(name, of).is_some()) {
                let field = home.field(name, of)?.clone();
                return Some((home, field));
            }
        }
        None
    }

    /// The method that a call in a class means, before the object is looked at.
    pub(crate) fn called(&self, from: &str, how: How, member: &Member) -> Option<Arc<Method>> {
        let Member { class, name, descriptor } = member;
        let class: &str = if class.starts_with('[') { OBJECT } else { class };
        let from = actor(from);
        let is_super = how == How::Special
            && &**name != "<init>"
            && from != class
            && self.class(class).is_some_and(|class| !class.is_interface)
            && self.with_above(from).iter().any(|above| above.name() == class);
        if is_super {
            // Whatever is right above counts, though the compiler may have seen another class there.
            let above = self.class(from)?.above.clone()?;
            return self.method(&above, name, descriptor);
        }
        self.method(class, name, descriptor)
    }

    /// The class whose word counts for who may access what is private.
    fn host(&self, class: &str) -> Name {
        let own: Name = actor(class).into();
        let Some(host) = self.class(&own).and_then(|class| class.host.clone()) else { return own };
        let agrees = package(&host) == package(&own)
            && self.class(&host).is_some_and(|host| host.mates.contains(&own));
        if agrees { host } else { own }
    }

    /// Whether code of a class may access a member of another one.
    fn may_access(&self, from: &str, home: &str, visibility: Visibility) -> bool {
        let own = actor(from);
        match visibility {
            Visibility::Public => true,
            Visibility::Private => home == from || self.host(own) == self.host(home),
            Visibility::Package => package(own) == package(home),
            Visibility::Protected => {
                package(own) == package(home) || self.is_class_below(own, home)
            }
        }
    }

    /// The reason why code of a class may not refer to another class, if it may not.
    pub(crate) fn refuses_class(&self, from: &str, class: &str) -> Option<LinkError> {
        let found = self.class(class)?;
        let own = actor(from);
        let is_ours = self.is_library(own) || self.is_library(class) || from == class;
        let may = is_ours
            || found.is_public
            || package(own) == package(class)
            || class.contains("$$Lambda$");
        (!may).then(|| {
            (
                "IllegalAccessError",
                format!("`{}` may not access the class `{}`", dotted(own), dotted(class)),
            )
        })
    }

    /// The reason why a method of a class may not access a field as it does, if it may not.
    pub(crate) fn refuses_field(
        &self,
        (from, method): (&str, &str),
        access: Access,
        home: &Class,
        field: &Field,
    ) -> Option<LinkError> {
        if self.is_library(actor(from)) {
            return None;
        }
        let own = dotted(actor(from));
        let told = format!("{}.{}", dotted(home.name()), field.name);
        let is_static = matches!(access, Access::GetStatic | Access::PutStatic);
        if field.is_static != is_static {
            let is = if field.is_static { "static" } else { "not static" };
            return Some(("IncompatibleClassChangeError", format!("the field `{told}` is {is}")));
        }
        if !self.may_access(from, home.name(), field.visibility) {
            return Some((
                "IllegalAccessError",
                format!("`{own}` may not access the field `{told}`"),
            ));
        }
        let initializer = match access {
            Access::PutStatic => "<clinit>",
            Access::Put => "<init>",
            Access::Get | Access::GetStatic => return None,
        };
        let may_write = home.name() == from
            && (home.version < FINAL_IN_INITIALIZERS || method == initializer)
            || from.contains("$$Lambda$") && home.name() == from;
        (field.is_final && !may_write).then(|| {
            (
                "IllegalAccessError",
                format!("`{own}` may not write the field `{told}`, which is final"),
            )
        })
    }

    /// The reason why a class may not call a method as it does, if it may not.
    pub(crate) fn refuses_call(
        &self,
        from: &str,
        how: How,
        class: &str,
        found: &Method,
    ) -> Option<LinkError> {
        const CHANGE: &str = "IncompatibleClassChangeError";
        if self.is_library(actor(from)) {
            return None;
        }
        let own = dotted(actor(from));
        let told = format!("{}{}", found.told(), found.signature.told());
        if found.is_static != (how == How::Static) {
            let is = if found.is_static { "static" } else { "not static" };
            return Some((CHANGE, format!("the method `{told}` is {is}")));
        }
        if !self.is_library(class) && matches!(how, How::Virtual | How::Interface) {
            let is_interface = self.class(class).is_some_and(|class| class.is_interface);
            if is_interface != (how == How::Interface) {
                let is = if is_interface { "an interface" } else { "no interface" };
                return Some((CHANGE, format!("`{}` is {is}", dotted(class))));
            }
        }
        (!self.may_access(from, &found.class, found.visibility))
            .then(|| ("IllegalAccessError", format!("`{own}` may not access the method `{told}`")))
    }
}
