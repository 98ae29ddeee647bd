//! What methods of the models do to locks, by their bytecode and that of what they call within the library.

use std::collections::{BTreeMap, BTreeSet};

use super::javap::{Class, Method};

/// What a method does, in words such as `own`, `class`, `hidden`, `tries`, `waits`, `timed`.
pub(crate) type Effects = BTreeSet<&'static str>;

type Key = (String, String, String);

/// The models with the effects of their methods.
pub(crate) struct Models {
    pub(crate) classes: BTreeMap<String, Class>,
    effects: BTreeMap<Key, Effects>,
}

/// Puts methods named `X$monitor` in the place of those named `X`: they stand for them where others take the monitors
/// of such objects.
fn with_monitors(class: &mut Class) {
    let twins: Vec<Method> =
        class.methods.iter().filter(|method| method.name.ends_with("$monitor")).cloned().collect();
    for twin in twins {
        let name = twin.name.trim_end_matches("$monitor");
        let is_it =
            |method: &&mut Method| method.name == name && method.descriptor == twin.descriptor;
        let method = class.methods.iter_mut().find(is_it).unwrap();
        method.code = twin.code;
        method.modifiers.extend(twin.modifiers.into_iter().filter(|word| word == "synchronized"));
    }
}

impl Models {
    pub(crate) fn new(mut classes: BTreeMap<String, Class>) -> Models {
        classes.values_mut().for_each(with_monitors);
        let mut models = Models { classes, effects: BTreeMap::new() };
        // Until nothing is new: calls can go in circles.
        loop {
            let mut next = BTreeMap::new();
            for class in models.classes.values() {
                for method in &class.methods {
                    let key = (class.name.clone(), method.name.clone(), method.descriptor.clone());
                    next.insert(key, models.of(class, method));
                }
            }
            if next == models.effects {
                return models;
            }
            models.effects = next;
        }
    }

    /// The class and the method that a call comes to if its object is of the class itself.
    pub(crate) fn resolve(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<(&Class, &Method)> {
        let found = self.classes.get(class)?;
        let is_it = |method: &&Method| method.name == name && method.descriptor == descriptor;
        if let Some(method) = found.methods.iter().find(is_it) {
            return Some((found, method));
        }
        if name == "<init>" {
            return None;
        }
        let above = || found.above.iter().filter_map(|above| self.resolve(above, name, descriptor));
        above().find(|(_, method)| !method.code.is_empty()).or_else(|| above().next())
    }

    /// Whether a class is another one or below it.
    fn is_below(&self, class: &str, other: &str) -> bool {
        let above = |class: &Class| class.above.iter().any(|above| self.is_below(above, other));
        class == other || self.classes.get(class).is_some_and(above)
    }

    pub(crate) fn effects(&self, class: &Class, method: &Method) -> Effects {
        let key = (class.name.clone(), method.name.clone(), method.descriptor.clone());
        self.effects.get(&key).cloned().unwrap_or_default()
    }

    fn of(&self, class: &Class, method: &Method) -> Effects {
        let is_static = method.is("static");
        let mut out = Effects::new();
        if method.is("synchronized") {
            out.insert(if is_static { "class" } else { "own" });
        }
        for (at, (operation, about)) in method.code.iter().enumerate() {
            let before = |back: usize| at.checked_sub(back).map_or("", |at| &*method.code[at].0);
            match &**operation {
                "monitorenter" if before(3) == "aload_0" && before(2) == "dup" && !is_static => {
                    out.insert("own");
                }
                "monitorenter" if before(3).starts_with("ldc") => {
                    out.insert("class");
                }
                "monitorenter" => {
                    out.insert("hidden");
                }
                _ if operation.starts_with("invoke") && operation != "invokedynamic" => {
                    out.extend(self.call(class, is_static, about, before(1) == "aload_0"));
                }
                _ => {}
            }
        }
        out
    }

    fn call(&self, class: &Class, is_static: bool, about: &str, is_of_this: bool) -> Effects {
        let Some((member, descriptor)) = about.split_once(':') else { return Effects::new() };
        let (of, name) = match member.rsplit_once('.') {
            Some((of, name)) => (of.replace('/', "."), name),
            None => (class.name.clone(), member),
        };
        let is_own = !is_static && self.is_below(&class.name, &of);
        match (&*of, name) {
            ("reductio.Model", "acquire") => {
                [if is_of_this && !is_static { "own" } else { "hidden" }].into()
            }
            ("reductio.Model", "tryAcquire") => ["tries"].into(),
            ("reductio.Model", "awaitEnd") => ["waits"].into(),
            (_, "wait") if descriptor == "()V" => ["waits"].into(),
            (_, "wait") => ["waits", "timed"].into(),
            _ => {
                let Some((found, method)) = self.resolve(&of, name, descriptor) else {
                    return Effects::new();
                };
                let effects = self.effects(found, method);
                let told = |effect: &'static str| {
                    if effect == "own" && !is_own { "hidden" } else { effect }
                };
                effects.into_iter().map(told).collect()
            }
        }
    }

    /// Whether all that a method does is to say that it is not supported; or whether on some way it says so, or that
    /// something else may happen that is not explored.
    pub(crate) fn declines(method: &Method) -> (bool, bool) {
        let is_jump = |operation: &str| {
            operation.starts_with("if")
                || operation.starts_with("goto")
                || operation.contains("switch")
        };
        let says = |about: &str, name: &str| about.starts_with(&format!("reductio/Model.{name}:"));
        let (mut is_first, mut is_in_part) = (true, false);
        for (operation, about) in &method.code {
            if says(about, "unsupported") {
                return (is_first, true);
            }
            is_in_part |= says(about, "only") || says(about, "chooseSome");
            is_first &= !is_jump(operation)
                && !operation.starts_with("invoke")
                && !operation.contains("return");
        }
        (false, is_in_part)
    }
}
