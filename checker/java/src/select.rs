//! The method that a call means: the one that its reference names (JVMS 5.4.3.3 and 5.4.3.4), and the one that an
//! object has for it (5.4.5 and 5.4.6).

use std::sync::Arc;

use crate::class::{Class, Method, Name, Visibility};
use crate::descriptor::{Signature, Type};
use crate::hierarchy::{OBJECT, World};
use crate::op::How;

/// The common part of calls that find the same method of an object, beside the name and the descriptor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Home {
    /// The method is for all that are below.
    Any,
    /// The method is for the package of this class, whose method is meant.
    Package(Name),
    /// The object has to be of this interface.
    Interface(Name),
}

impl Home {
    /// The home of a call by which a reference to a class means a method.
    pub(crate) fn of(how: How, class: &str, resolved: &Method) -> Home {
        match resolved.visibility {
            _ if how == How::Interface => Home::Interface(class.into()),
            Visibility::Package => Home::Package(resolved.class.clone()),
            _ => Home::Any,
        }
    }

    /// The suffix that tells a selector of this home from others of its name.
    pub(crate) fn told(&self) -> String {
        match self {
            Home::Any => String::new(),
            Home::Package(class) | Home::Interface(class) => format!("@{class}"),
        }
    }
}

/// The method that an object has for a call, or the error that the virtual machine throws.
#[derive(Clone, Debug)]
pub(crate) enum Selected {
    Method(Arc<Method>),
    /// The virtual machine throws this error.
    Error(&'static str),
}

/// The package of a class.
pub(crate) fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

fn is_instance(method: &Method) -> bool {
    !method.is_static && !method.is_private()
}

impl World<'_> {
    /// A class and its superclasses.
    fn chain(&self, class: &str) -> Vec<Arc<Class>> {
        let above = self.with_above(class);
        let of_chain = |at: usize, found: &Class| at == 0 || !found.is_interface;
        let chain = above.iter().enumerate().filter(|(at, found)| of_chain(*at, found));
        chain.map(|(_, found)| found.clone()).collect()
    }

    /// The method that a reference means.
    pub(crate) fn method(&self, class: &str, name: &str, descriptor: &str) -> Option<Arc<Method>> {
        if name == "<init>" || name == "<clinit>" {
            return self.class(class)?.method(name, descriptor).cloned();
        }
        let in_chain = self.chain(class).iter().find_map(|found| {
            let method = found.method(name, descriptor)?;
            // Of `Object`, interfaces have what is public.
            let is_hidden = found.name() == OBJECT
                && method.visibility != Visibility::Public
                && self.class(class).is_some_and(|class| class.is_interface);
            (!is_hidden).then(|| method.clone())
        });
        if in_chain.is_some() {
            return in_chain;
        }
        let all = self.of_interfaces(class, name, descriptor);
        let mut with_code = all.iter().filter(|method| !method.is_abstract);
        match (with_code.next(), with_code.next()) {
            (Some(only), None) => Some(only.clone()),
            _ => all.first().cloned(),
        }
    }

    /// The method that stands for a constructor of a text or of a box: a static method `make` with the same parameters,
    /// or `valueOf` of a box.
    pub(crate) fn maker(&self, class: &str, parameters: &[Type]) -> Option<Arc<Method>> {
        let result = Some(Type::class(class));
        let wanted = Signature { parameters: parameters.to_vec(), result }.descriptor();
        ["make", "valueOf"].into_iter().find_map(|name| self.method(class, name, &wanted))
    }

    /// The method `public void main(String[])` that a class has or inherits.
    pub(crate) fn main(&self, class: &str) -> Option<Arc<Method>> {
        let mut all = self
            .chain(class)
            .into_iter()
            .filter_map(|found| found.method("main", "([Ljava/lang/String;)V").cloned());
        all.find(|method| method.visibility == Visibility::Public)
    }

    /// The methods of the interfaces above a class that no other one of them takes the place of.
    fn of_interfaces(&self, class: &str, name: &str, descriptor: &str) -> Vec<Arc<Method>> {
        let above = self.with_above(class);
        let interfaces = above.iter().skip(1).filter(|found| found.is_interface);
        let all: Vec<&Arc<Method>> = interfaces
            .filter_map(|found| found.method(name, descriptor))
            .filter(|method| is_instance(method))
            .collect();
        let is_hidden = |method: &Method| {
            all.iter().any(|other| {
                other.class != method.class && self.is_class_below(&other.class, &method.class)
            })
        };
        all.iter().filter(|method| !is_hidden(method)).map(|method| (*method).clone()).collect()
    }

    /// Selects what an object of a class has for a call that means a method.
    pub(crate) fn select(&self, class: &str, resolved: &Method) -> Selected {
        const ABSTRACT: Selected = Selected::Error("AbstractMethodError");
        let chain = self.chain(class);
        let own = |found: &Arc<Class>| {
            let method = found.method(&resolved.name, &resolved.descriptor)?;
            is_instance(method).then(|| method.clone())
        };
        let found = if resolved.visibility == Visibility::Package {
            let home = chain.iter().position(|found| found.name() == &*resolved.class);
            let below = chain.iter().take(home.unwrap_or(0)).rev();
            below.filter_map(own).fold(Overriding::of(resolved), Overriding::with).last
        } else {
            chain.iter().find_map(own)
        };
        let is_home = chain.iter().any(|found| found.name() == &*resolved.class);
        if let Some(found) = found {
            return if found.is_abstract { ABSTRACT } else { Selected::Method(found) };
        }
        if is_home && resolved.visibility == Visibility::Package {
            let method = self.class(&resolved.class);
            let method =
                method.as_ref().and_then(|of| of.method(&resolved.name, &resolved.descriptor));
            return match method.filter(|method| !method.is_abstract) {
                Some(method) => Selected::Method(method.clone()),
                None => ABSTRACT,
            };
        }
        let all = self.of_interfaces(class, &resolved.name, &resolved.descriptor);
        let mut with_code = all.iter().filter(|method| !method.is_abstract);
        match (with_code.next(), with_code.next()) {
            (Some(only), None) => Selected::Method(only.clone()),
            (Some(_), Some(_)) => Selected::Error("IncompatibleClassChangeError"),
            (None, _) => ABSTRACT,
        }
    }
}

/// The methods that override one that is for its package, from its class downwards.
struct Overriding {
    packages: Vec<String>,
    /// Whether one of them is for all that are below.
    is_open: bool,
    last: Option<Arc<Method>>,
}

impl Overriding {
    fn of(method: &Method) -> Overriding {
        Overriding { packages: vec![package(&method.class).to_owned()], is_open: false, last: None }
    }

    fn with(mut self, method: Arc<Method>) -> Overriding {
        let own = package(&method.class).to_owned();
        if self.is_open || self.packages.contains(&own) {
            if method.visibility == Visibility::Package {
                self.packages.push(own);
            } else {
                self.is_open = true;
            }
            self.last = Some(method);
        }
        self
    }
}
