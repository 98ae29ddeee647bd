//! What the documentation says of methods that concern several threads: the file `documented.txt`.

use std::fs;

use super::table::{Row, library};

/// What is said of some methods of a class.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) class: String,
    methods: Vec<String>,
    /// What it waits for, whether it stands in line, how it gives up, what it throws, what happens before what, and
    /// what the model does otherwise.
    pub(crate) parts: [String; 6],
}

impl Said {
    pub(crate) fn waits(&self) -> bool {
        self.parts[0] != "-"
    }

    pub(crate) fn gives_up_in_time(&self) -> bool {
        self.parts[2].contains("after the time")
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.parts[2].contains("interrupt")
    }

    /// How well the line fits a method: 0 if not, more if it is named.
    fn fits(&self, row: &Row) -> usize {
        let full = row.method.replace(' ', "");
        let name = full.split('(').next().unwrap_or_default();
        let fit = |method: &String| match &**method {
            "*" => 1,
            method if method == name => 2,
            method if method == full => 3,
            _ => 0,
        };
        if row.class == self.class { self.methods.iter().map(fit).max().unwrap_or(0) } else { 0 }
    }
}

/// All lines of the file.
pub(crate) fn read() -> Vec<Said> {
    let text = fs::read_to_string(library().join("documented.txt")).unwrap();
    let mut class = String::new();
    let mut out = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut parts = line.split(" | ").map(str::to_owned);
        let methods: Vec<String> = parts.next().unwrap().split(' ').map(str::to_owned).collect();
        let rest: Vec<String> = parts.collect();
        if rest.is_empty() {
            line.clone_into(&mut class);
            continue;
        }
        let parts = <[String; 6]>::try_from(rest)
            .unwrap_or_else(|parts| panic!("{class}: {} parts in `{line}`", parts.len()));
        out.push(Said { class: class.clone(), methods, parts });
    }
    out
}

/// The line about a method, if there is one: that which names it most exactly.
pub(crate) fn of<'a>(said: &'a [Said], row: &Row) -> Option<&'a Said> {
    said.iter().filter(|said| said.fits(row) > 0).max_by_key(|said| said.fits(row))
}

/// The names that no method has.
pub(crate) fn unknown(said: &[Said], rows: &[Row]) -> Vec<String> {
    let is_known = |class: &str, method: &str| {
        rows.iter().filter(|row| row.class == class).any(|row| {
            let full = row.method.replace(' ', "");
            method == "*" || full == method || full.split('(').next() == Some(method)
        })
    };
    let all =
        said.iter().flat_map(|said| said.methods.iter().map(|method| (&*said.class, &**method)));
    all.filter(|(class, method)| !is_known(class, method))
        .map(|(class, method)| format!("{class}.{method}"))
        .collect()
}
