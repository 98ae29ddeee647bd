//! Codes and remedies of faults.

use reductio_algebra::text::vocabulary::nearest;

use super::error::{Limit, SystemErrorKind};
use super::lexer::{DECLARATIONS, STATEMENTS, is_keyword};

/// The description of the tokens that could start a declaration.
pub(super) const A_DECLARATION: &str =
    "a declaration such as `var`, `lock`, `protected`, `thread` or `invariant`";

/// The description of a variable that is declared as unshared.
pub(super) const UNSHARED: &str = "an unshared variable";

/// The description of a variable that is declared as disciplined.
pub(super) const DISCIPLINED: &str = "a disciplined variable";

/// The words before the thread that initializes a disciplined variable.
pub(super) const INITIALIZED: &str = "initialized by";

/// The place of temporal operators, where one stands in a condition.
pub(super) const INSIDE: &str =
    "around whole conditions: what is compared, computed or decided on is about one state";

/// The type of what stands before `=>`.
pub(super) const BEFORE_IMPLIES: &str = "a truth value before `=>`";

/// The words before the name, where something is declared among statements.
pub(super) const DECLARES: &str = "the declaration of ";

/// The description of the tokens that could start a statement.
pub(super) const A_STATEMENT: &str = "a statement";

impl SystemErrorKind {
    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Limit { limit: Limit::Text, .. } => "E0601",
            Self::UnknownCharacter(_) => "E0602",
            Self::Expected { .. } => "E0603",
            Self::Unbalanced { .. } => "E0604",
            Self::TooDeep { .. } => "E0605",
            Self::BigNumber { .. } => "E0606",
            Self::UnknownName { .. } => "E0607",
            Self::Duplicate { .. } => "E0608",
            Self::Contradiction { .. } => "E0609",
            Self::UnknownLabel { .. } => "E0610",
            Self::UnknownField { .. } => "E0611",
            Self::UnknownConstant { .. } => "E0612",
            Self::WrongKind { .. } => "E0613",
            Self::WrongType { .. } => "E0614",
            Self::WrongCount { .. } => "E0615",
            Self::NotConstant { .. } => "E0616",
            Self::Cycle { .. } => "E0617",
            Self::EmptyRange { .. } => "E0618",
            Self::NoThreads => "E0619",
            Self::NeverInRange { .. } => "E0620",
            Self::PartialIndex { .. } => "E0621",
            Self::PartialArithmetic(_) => "E0622",
            Self::DivisionByZero => "E0623",
            Self::Foreign { .. } => "E0624",
            Self::Hidden { .. } => "E0625",
            Self::NotAssignable { .. } => "E0626",
            Self::Misplaced { .. } => "E0627",
            Self::JumpsOut { .. } => "E0628",
            Self::LabelNotCommon { .. } => "E0629",
            Self::NoStep => "E0630",
            Self::UnusedName { .. } => "E0631",
            Self::BadSize { .. } => "E0632",
            Self::Limit { limit: Limit::Threads, .. } => "E0633",
            Self::Limit { limit: Limit::Points, .. } => "E0634",
            Self::Limit { limit: Limit::Nodes, .. } => "E0635",
            Self::Limit { limit: Limit::Cells, .. } => "E0636",
            Self::Limit { limit: Limit::Values, .. } => "E0637",
            Self::NeverTouches { .. } => "E0638",
            Self::NextState { .. } => "E0639",
            Self::TwoReadings { .. } => "E0640",
            Self::Action { .. } => "E0641",
            Self::NoNumber { .. } => "E0642",
        }
    }

    /// The remedy for the author, where one is known.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::UnknownName { nearest: Some(name), .. }
            | Self::UnknownLabel { nearest: Some(name), .. }
            | Self::UnknownField { nearest: Some(name), .. }
            | Self::UnknownConstant { nearest: Some(name), .. }
            | Self::UnusedName { nearest: Some(name), .. } => format!("did you mean `{name}`?"),
            Self::Expected { expected, found } => return expected_help(expected, found),
            Self::WrongType { expected, found } => return type_help(expected, found),
            Self::WrongKind { wanted, is, .. } => return kind_help(wanted, is),
            Self::UnknownCharacter(what) => return character_help(what),
            Self::UnknownName { name, .. } if ["always", "eventually"].contains(&name.as_str()) => {
                format!("say what, in a `property`: `{name} (x == 1)`")
            }
            Self::UnknownName { what: "type", .. } => {
                "declare it with `type`, or write a range such as `0 .. 3`".to_owned()
            }
            Self::Misplaced { wanted: INSIDE, .. } => {
                "write temporal operators around conditions, not in them: `eventually (x + 1 == 2)`"
                    .to_owned()
            }
            Self::Misplaced { what, .. } => return misplaced_help(what),
            Self::NoNumber { name } => format!(
                "give one with `--const {name}=3`, or decide for every number: `reductio check`"
            ),
            kind => plain_help(kind)?.to_owned(),
        })
    }
}

/// The token that begins an index of a declaration, in words.
pub(super) const INDEX: &str = "the name of an index";

/// The remedy, where it does not depend on the token that stands there.
fn plain_help(kind: &SystemErrorKind) -> Option<&'static str> {
    Some(match kind {
        SystemErrorKind::Limit { limit: Limit::Text, .. } => {
            "split the system, or replicate threads"
        }
        SystemErrorKind::Limit { limit: Limit::Values, .. } => "use a smaller range",
        SystemErrorKind::Limit { .. } => "use smaller constants, for instance with `--const`",
        SystemErrorKind::Unbalanced { .. } => "close it",
        SystemErrorKind::TooDeep { .. } => "use a variable for a part of it",
        SystemErrorKind::BigNumber { .. } => "integers have 32 bits",
        SystemErrorKind::UnknownName { .. } => "declare it, or bind it with `exists` or `forall`",
        SystemErrorKind::Duplicate { .. } => "rename or remove one of them",
        SystemErrorKind::Contradiction { first, second, .. }
            if [UNSHARED, DISCIPLINED].iter().any(|is| first == is || second == is) =>
        {
            "keep the declaration that says how threads share it"
        }
        SystemErrorKind::NeverTouches { .. } => {
            "name the thread that gives it its first value, or leave `initialized by` out"
        }
        SystemErrorKind::Contradiction { .. } => {
            "put all its predicates into one declaration: `protected x : T by m for t when ...`"
        }
        SystemErrorKind::UnknownLabel { .. } => "put `LABEL:` before the statement that is meant",
        SystemErrorKind::NotConstant { .. } => {
            "use numbers, constants, and the indices or parameters of the declaration"
        }
        SystemErrorKind::Cycle { .. } => "give one of them a value of its own",
        SystemErrorKind::NeverInRange { .. } => "widen the range, or mend the value",
        SystemErrorKind::EmptyRange { .. } => {
            "a variable needs a value: widen the range, or write the smaller bound first"
        }
        SystemErrorKind::NoThreads => "declare at least one: `thread name { ... }`",
        SystemErrorKind::PartialIndex { .. } => {
            "quantify: `exists f : File . alloc[b] == f and m[f].owner == t`; or use `mod`"
        }
        SystemErrorKind::PartialArithmetic(_) => {
            "narrow the ranges of the variables, or quantify: `exists k : T . x == k and ...`"
        }
        SystemErrorKind::DivisionByZero => "the divisor must have another value",
        SystemErrorKind::Foreign { .. } => {
            "predicates, invariants and properties can; threads share variables declared with `var` or `protected`"
        }
        SystemErrorKind::Hidden { .. } => {
            "threads use locks, semaphores and queues by their operations only; share a variable beside it"
        }
        SystemErrorKind::NotAssignable { .. } => {
            "only variables, their elements and fields can be assigned to"
        }
        SystemErrorKind::NextState { .. } => {
            "say what happens in the end, `eventually`, or what holds up to then, `p until q`"
        }
        SystemErrorKind::TwoReadings { .. } => "put parentheses around what belongs together",
        SystemErrorKind::Action { .. } => {
            "say where the thread is, `t at L`, or what holds once the step was taken, `m.owner == t`"
        }
        SystemErrorKind::JumpsOut { .. } => {
            "set a local variable and test it behind the block, or write `acquire` and `release`"
        }
        SystemErrorKind::LabelNotCommon { .. } => {
            "name the thread: `user[i] at L`; or give the label to every thread"
        }
        SystemErrorKind::NoStep => "put a statement into it: `skip` is one",
        SystemErrorKind::UnusedName { .. } => {
            "write the name of a thread, or mention it: `for t when m.owner == t`"
        }
        _ => return None,
    })
}

fn expected_help(expected: &[String], found: &str) -> Option<String> {
    let chained = ["`<`", "`<=`", "`>`", "`>=`", "`==`", "`!=`"];
    if is_only(expected, A_STATEMENT)
        && let Some(help) = foreign(found)
    {
        return Some(help.to_owned());
    }
    if let Some(help) = reserved(expected, found.trim_matches('`')) {
        return Some(help);
    }
    let help = match found {
        "`elif`" | "`elsif`" | "`elseif`" if is_only(expected, "`else if`") => {
            "write two words: `if e { ... } else if f { ... }`"
        }
        "`;`" if expected.iter().all(|e| e == "`,`" || e == "`}`" || e == "`)`" || e == "`]`") => {
            "commas separate: `type Colour = {red, green}`, `x[i, j]`"
        }
        "`(`" if expected.iter().any(|e| e == "`[` and an index") => {
            "a thread has no parameters: `thread t[i : 0 .. 1]` declares one for each value of `i`"
        }
        "`,`" if expected.len() == 2 && expected[0] == "a new line" => {
            "one declaration for each name, each on a line of its own"
        }
        _ if is_only(expected, INDEX) => "an index has a name and a range: `[i : 0 .. 1]`",
        "`(`" if is_only(expected, "`:=`") => "an index is in square brackets: `x[0] := 1`",
        "`+`" | "`-`" if is_only(expected, "`:=`") => "write `x := x + 1`",
        "`:=`" if expected.iter().any(|e| e == "`}`") => {
            "`==` compares; an assignment is a statement of its own"
        }
        "`=`" => "`==` compares, `:=` assigns",
        "`leads_to`" | "`until`" => "that operator may only stand in a `property`",
        // Names in other languages.
        "`int`" | "`integer`" | "`boolean`" | "`unsigned`" | "`long`" | "`short`" | "`char`"
        | "`let`" | "`static`" | "`volatile`" | "`bool`" | "`shared`" | "`global`"
            if is_only(expected, A_DECLARATION) =>
        {
            "write `var x : 0 .. 9 = 0`: the name, its type (a range, `bool`, ...), the initial value"
        }
        _ if is_only(expected, "`:`") => "the name comes first, then its type: `x : 0 .. 9`",
        "`U`" => "write `until`",
        "`R`" | "`V`" => "write `release`",
        "`>`" if expected.iter().any(|e| e == "an expression") => {
            "\"implies\" is `=>`, \"leads to\" is `leads_to`"
        }
        "`:=`" => "assignments stand in the code of threads; an initial value has `=`",
        found if chained.contains(&found) && expected.iter().any(|e| e == "`and`") => {
            "comparisons are not chained: write `a < b and b < c`"
        }
        _ if expected.iter().any(|e| e.contains("`by` and")) => {
            "say who may use it: `by m`, or `for t when m.owner == t`"
        }
        _ => return misspelt(expected, found.trim_matches('`')),
    };
    Some(help.to_owned())
}

/// The remedy where a word of the language stands in the place of a name.
fn reserved(expected: &[String], word: &str) -> Option<String> {
    let wants_name = expected.iter().any(|what| what.contains("name"));
    // A statement can begin with a name, and with the words for statements.
    let is_statement = STATEMENTS.contains(&word) || ["else", "or", "when", "then"].contains(&word);
    let may_be_name = wants_name || is_only(expected, A_STATEMENT) && !is_statement;
    (may_be_name && is_keyword(word)).then(|| {
        format!("`{word}` is a word of the language: what is called so needs another name")
    })
}

/// The words of other languages that people write in the place of a statement, and what is written here.
pub(super) const FOREIGN: [(&str, &str); 19] = [
    ("return", "`stop` ends a thread, `break` leaves a loop"),
    ("exit", "`stop` ends a thread, `break` leaves a loop"),
    ("goto", "write `loop`, `while`, `break` and `continue`"),
    ("for", "write `while` or `loop`; threads and arrays have indices: `thread t[i : 0 .. 2]`"),
    ("do", "write `loop { ... if e { break } }`"),
    ("repeat", "write `loop { ... if e { break } }`"),
    ("until", "write `loop { ... if e { break } }`"),
    ("switch", "write `if e { ... } else if f { ... }`"),
    ("case", "write `if e { ... } else if f { ... }`"),
    ("unlock", "write `release m`"),
    (
        "signal",
        "write `signal m` for a monitor, or `notify m`, which needs the lock; `up s` for a semaphore",
    ),
    ("broadcast", "write `broadcast m` for a monitor, or `notifyAll m`, which needs the lock"),
    ("post", "write `up s`"),
    ("yield", "threads are switched at any step: `skip` is one"),
    ("sleep", "time is not modelled: `skip` is a step, `await e` waits for a condition"),
    ("print", "a claim says what is to be seen: `reach \"title\": e`"),
    ("spawn", "all threads run from the start: `await e` makes one wait"),
    ("try", "`try m` is a condition, `if try m { ... }`; `acquire m` waits for the lock"),
    ("join", "write `await done`, where the other thread sets `done`"),
];

fn foreign(found: &str) -> Option<&'static str> {
    let word = found.trim_matches('`');
    FOREIGN.iter().find(|(foreign, _)| *foreign == word).map(|(_, help)| *help)
}

fn is_only(expected: &[String], what: &str) -> bool {
    matches!(expected, [one] if one == what)
}

/// A word that is nearly one of those that could stand there.
fn misspelt(expected: &[String], found: &str) -> Option<String> {
    let near = match expected {
        [one] if one == A_STATEMENT => nearest(found, STATEMENTS.into_iter().chain(["else"])),
        [one] if one == A_DECLARATION => {
            let words = DECLARATIONS.into_iter().skip(1);
            nearest(found, words.chain(["thread", "property", "fair", "strongly"]))
        }
        words => {
            let words = words.iter().filter_map(|word| word.strip_prefix('`')?.strip_suffix('`'));
            nearest(found, words)
        }
    };
    near.filter(|word| word != found).map(|word| format!("did you mean `{word}`?"))
}

fn type_help(expected: &str, found: &str) -> Option<String> {
    let help = if found.ends_with("or `none`") {
        "it may be `none`: compare it, as in `x != none`, or quantify: `exists k : T . x == k and ...`"
    } else if expected == BEFORE_IMPLIES {
        "\"at least\" is `>=`; `=>` is \"implies\""
    } else if expected == "a truth value" && found == "an integer" {
        "compare it with something: `x != 0`"
    } else {
        return None;
    };
    Some(help.to_owned())
}

fn kind_help(wanted: &str, is: &str) -> Option<String> {
    let help = match (wanted, is) {
        ("a value", "a lock" | "a monitor") => {
            "predicates can say `m.owner == t`, `m.free` or `m.depth`"
        }
        ("a value", "a semaphore") => "predicates can say `s.value`",
        ("a value", "a queue") => "predicates can say `q.length`",
        ("a monitor", "a lock") => "declare it with `monitor`",
        _ => return None,
    };
    Some(help.to_owned())
}

fn character_help(what: &str) -> Option<String> {
    let help = match what.chars().next()? {
        '&' => "write `and`",
        '|' => "write `or`",
        '!' | '~' => "write `not`",
        '/' => "write `div`; a comment starts with `--`",
        '%' => "write `mod`",
        '#' => "a comment starts with `--`",
        '_' => "a name starts with a letter",
        '\'' => {
            "there are neither characters in quotes nor primed names: a claim speaks of states one at a time"
        }
        '"' => "a text ends with `\"` on the line on which it starts",
        _ => return None,
    };
    Some(help.to_owned())
}

fn misplaced_help(what: &str) -> Option<String> {
    let help = match what {
        "`local`" => {
            "move it up to the `{` of the thread, and assign where it stands now: `x := 0`"
        }
        "`when`" => "elsewhere write `await condition`, or `if`",
        "`initialized by`" => {
            "declare it with `disciplined`: under it threads may share the variable once it is initialized"
        }
        "`by`" => {
            "declare it with `protected` to name its lock; which lock protects a disciplined variable is found out"
        }
        "`var`" | "`const`" | "`type`" | "`lock`" | "`monitor`" | "`semaphore`" | "`queue`"
        | "`protected`" | "`unshared`" | "`disciplined`" => {
            "put it before `thread`, for all threads; a variable of this thread alone is `local`, at its start"
        }
        "`invariant`" | "`reach`" | "`property`" | "`thread`" | "`system`" | "`fair`"
        | "`strongly`" => "put it behind the `}` of the thread",
        what if what.starts_with(DECLARES) => {
            "write `local x : 0 .. 9 = 0`: the name, its type, the initial value"
        }
        "`always`" => {
            "an invariant holds in every reachable state: leave the word out, or claim a `property`"
        }
        "`eventually`" | "`until`" | "`release`" | "`leads_to`" => {
            "`invariant` and `reach` are about single states, a `property` is about whole runs"
        }
        "`next`" | "`X`" => {
            "no claim can speak of the next state: that depends on how finely steps are cut"
        }
        "`me`" => "`for t when ...` speaks of every thread",
        "`break`" | "`continue`" => {
            "`stop` ends the thread; a loop is `loop { ... }` or `while condition { ... }`"
        }
        _ => return None,
    };
    Some(help.to_owned())
}
