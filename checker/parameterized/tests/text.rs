//! Random texts with a family of threads.

/// Random numbers, the same on every machine (Steele, Lea and Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x1234_5678))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        let number = usize::try_from(self.below(all.len() as u64)).unwrap();
        all[number]
    }
}

/// The thread of which a statement is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    User,
    Server,
    Clerk,
}

/// A text that is being made.
struct Writer {
    random: Random,
    labels: usize,
    has_single: bool,
    /// Tells whether there is a second family.
    has_clerks: bool,
    /// Tells whether the other thread has an idle point.
    is_idle: bool,
    out: String,
}

/// A random family over `User`.
pub(crate) fn family(seed: u64) -> String {
    let mut random = Random::new(seed);
    let has_single = random.below(3) == 0;
    written(random, has_single, false)
}

/// Random families over `User` and `Clerk`, with another thread beside them in some.
pub(crate) fn two_families(seed: u64) -> String {
    let mut random = Random::new(seed);
    let has_single = random.below(5) == 0;
    written(random, has_single, true)
}

fn written(random: Random, has_single: bool, has_clerks: bool) -> String {
    let out = String::new();
    let mut writer = Writer { random, labels: 0, has_single, has_clerks, is_idle: false, out };
    writer.text();
    writer.out
}

impl Writer {
    fn text(&mut self) {
        let user = match self.random.below(12) {
            0 => "type User = 2 .. any",
            1 => "const N = 2\ntype User = 1 .. N",
            2 => "const N = 2\ntype User = 0 .. N - 1",
            _ => "type User = any",
        };
        self.out = format!("{user}\ntype Pointer = User or none\n");
        self.line("var x : 0 .. 2 = 0");
        self.line("var f : bool");
        self.line("var p : User or none = none");
        self.line("var q : Pointer");
        self.line("var w[u : User] : bool");
        self.line("lock m");
        self.line("monitor o");
        let start = self.random.below(2);
        self.line(&format!("semaphore s = {start} max 2"));
        self.line("semaphore done[u : User] = 0 max 1");
        self.line("queue c of Pointer capacity 1");
        let discipline = self.random.one_of(&[
            "by m",
            "by o",
            "for user[v] when p == v",
            "for user[v] when p == v and user[v] at A, B",
        ]);
        self.line(&format!("protected y : 0 .. 2 = 0 {discipline}"));
        if self.random.below(4) == 0 {
            self.line("protected z[u : User] : bool for user[v] when q == v for user[i] when i == u and q == none");
        }
        if self.has_clerks {
            let clerk = self.random.one_of(&["any", "any", "any", "2 .. any"]);
            self.line(&format!("type Clerk = {clerk}"));
            self.line("var e : Clerk or none");
            self.line("var g[h : Clerk] : bool");
            let right = self.random.one_of(&[
                "for clerk[h] when e == h",
                "by o",
                "for clerk[h] when e == h and e != none for user[u] when p == u and e == none",
            ]);
            self.line(&format!("protected t : 0 .. 1 = 0 {right}"));
        }
        let body = self.block(2, Who::User, 3);
        let local = "  local l : 0 .. 1 = 0\n";
        let body =
            if self.random.below(2) == 0 { format!("  loop {{\n{body}  }}\n") } else { body };
        self.line(&format!("thread user[u : User] {{\n{local}{body}}}"));
        if self.has_single {
            let body = self.block(1, Who::Server, 2);
            let local = "  local l : 0 .. 1 = 0\n  local r : Pointer\n";
            let server = self.random.one_of(&["server", "server", "server[k : 0 .. 1]"]);
            self.line(&format!("thread {server} {{\n{local}  loop {{\n{body}  }}\n}}"));
        }
        if self.has_clerks {
            let body = self.block(1, Who::Clerk, 3);
            let body =
                if self.random.below(2) == 0 { format!("  loop {{\n{body}  }}\n") } else { body };
            let local = "  local l : 0 .. 1 = 0\n";
            self.line(&format!("thread clerk[h : Clerk] {{\n{local}{body}}}"));
            let claims = [
                "invariant \"across\": not (exists u : User, h : Clerk . user[u] at A and g[h])",
                "invariant \"apart\": not (exists h, j : Clerk . h != j and g[h] and g[j])",
                "invariant \"pointed at\": forall u : User, h : Clerk . p == u and e == h => w[u] or g[h]",
                "invariant \"owned\": forall u : User, h : Clerk . not (m.owner == user[u] and o.owner == clerk[h] and user[u] at B)",
                "invariant \"either\": (forall u : User . not w[u]) or not (exists h : Clerk . clerk[h].l == 1)",
                "reach \"three of two\": exists u, v : User, h : Clerk . u != v and w[u] and w[v] and e == h",
                "reach \"two and two\": exists u, v : User, h, j : Clerk . u != v and h != j and user[u] at B and user[v] at A and g[h] and clerk[j] at end",
            ];
            for claim in claims {
                if self.random.below(3) == 0 {
                    self.line(claim);
                }
            }
        }
        let claims = [
            "invariant \"apart\": not (exists u, v : User . u != v and user[u] at A and user[v] at B, A)",
            "invariant \"pointed\": forall u : User . p == u => w[u] or user[u] at A, B",
            "invariant \"both\": not (exists u, v : User . p == u and q == v and u != v and w[u] and w[v])",
            "invariant \"small\": x <= 1 or f",
            "invariant \"different\": p != q or p == none",
            "invariant \"owners\": m.owner == none or m.owner != o.owner",
            "invariant \"owner\": forall u, v : User . not (m.owner == user[u] and o.owner == user[v] and user[u] at B)",
            "reach \"two\": exists u, v : User . u != v and user[u] at B and user[v] at B",
            "reach \"three\": exists i, j, k : User . i != j and j != k and i != k and user[i].l == 1 and user[j].l == 1 and w[k]",
        ];
        for claim in claims {
            if self.random.below(3) == 0 {
                self.line(claim);
            }
        }
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Some statements, the labels `A` and `B` among those of the family.
    fn block(&mut self, depth: usize, who: Who, most: u64) -> String {
        let count = 1 + self.random.below(most);
        let mut out = String::new();
        for _ in 0..count {
            out.push_str(&self.statement(depth, who));
        }
        if who == Who::User && depth == 2 {
            while self.labels < 2 {
                let label = ["A", "B"][self.labels];
                self.labels += 1;
                let inner =
                    self.random.one_of(&["skip", "x := (x + 1) mod 3", "y := 1", "f := not f"]);
                out.extend(["    ", label, ": ", inner, "\n"]);
            }
        }
        out
    }

    fn condition(&mut self, who: Who) -> &'static str {
        if who == Who::User && self.random.below(2) == 0 {
            return self.random.one_of(&[
                "p == u",
                "q == u",
                "w[u]",
                "l == 0",
                "p != u",
                "p == q",
                "q == none",
            ]);
        }
        if who == Who::Clerk && self.random.below(2) == 0 {
            return self.random.one_of(&["e == h", "g[h]", "e == none", "e != h", "l == 0"]);
        }
        self.random.one_of(&[
            "x == 0",
            "x < 2",
            "f",
            "not f",
            "p == none",
            "q != none",
            "p == q",
            "l == 1",
        ])
    }

    fn simple(&mut self, who: Who) -> &'static str {
        let shared = [
            "x := (x + 1) mod 3",
            "x := 0",
            "f := not f",
            "f := true",
            "p := none",
            "q := none",
            "p := q",
            "up s",
            "down s",
            "l := 1 - l",
            "l := any",
            "y := 1",
            "assert x < 2",
            "assert not f or l == 0",
            "x := x + 1",
            "atomic { q := p; p := none }",
            "skip",
        ];
        if who == Who::Clerk {
            let own = [
                "e := h",
                "e := none",
                "g[h] := true",
                "g[h] := false",
                "await e == none then { e := h }",
                "if e != none { g[e] := true }",
                "if p != none { up done[p] }",
                "receive c into q",
                "send c p",
                "await not g[h]",
                "await e == h or e == none",
                "assert e == h",
                "t := 1",
            ];
            return if self.random.below(2) == 0 {
                self.random.one_of(&own)
            } else {
                self.random.one_of(&shared)
            };
        }
        if who == Who::Server {
            let own = [
                "receive c into r",
                "r := p",
                "q := r",
                "send c r",
                "if r != none { up done[r] }",
                "idle R: receive c into r",
            ];
            return if self.random.below(2) == 0 {
                self.random.one_of(&own)
            } else {
                self.random.one_of(&shared)
            };
        }
        let own = [
            "p := u",
            "q := u",
            "w[u] := true",
            "w[u] := false",
            "await p == none then { p := u }",
            "if p != none { w[p] := true }",
            "atomic { q := p; p := u }",
            "atomic { p := q; q := u }",
            "send c u",
            "receive c into q",
            "down done[u]",
            "if p != none { up done[p] }",
            "await not w[u]",
            "await x > 0",
            "assert p == u",
            "await q == u or q == none",
        ];
        if self.random.below(2) == 0 {
            self.random.one_of(&own)
        } else {
            self.random.one_of(&shared)
        }
    }

    /// The statement, or none where it has a label that was given.
    fn once(&mut self, statement: &'static str) -> &'static str {
        if !statement.contains("idle R") {
            return statement;
        }
        if std::mem::replace(&mut self.is_idle, true) { "skip" } else { statement }
    }

    fn statement(&mut self, depth: usize, who: Who) -> String {
        let label = if who == Who::User && self.labels < 2 && self.random.below(3) == 0 {
            self.labels += 1;
            ["A: ", "B: "][self.labels - 1]
        } else {
            ""
        };
        if depth == 0 || self.random.below(2) == 0 {
            let statement = self.simple(who);
            // One name for `idle` points, and a label only where none stands.
            let statement = self.once(statement);
            return format!(
                "    {}{statement}\n",
                if statement.contains(": ") { "" } else { label }
            );
        }
        let condition = self.condition(who);
        let inner = self.block(depth - 1, who, 2);
        match self.random.below(6) {
            0 => format!("    {label}synchronized m {{\n{inner}    }}\n"),
            1 | 2 => {
                let word = self.random.one_of(&["while", "while", "if"]);
                let last = self.random.one_of(&["notify o", "notifyAll o", "notify o", "skip"]);
                format!(
                    "    {label}synchronized o {{\n    {word} {condition} {{ wait o }}\n{inner}    {last}\n    }}\n"
                )
            }
            3 => format!("    {label}if {condition} {{\n{inner}    }}\n"),
            4 => {
                let other = self.simple(who);
                let other = self.once(other);
                format!("    {label}choose {{\n{inner}    }} or {{ {other} }}\n")
            }
            _ => {
                let last = self.random.one_of(&["signal o", "broadcast o", "notify o"]);
                let last = if last == "notify o" { "synchronized o { notify o }" } else { last };
                format!("    {label}{last}\n{inner}")
            }
        }
    }
}
