//! Equivalences: `A <=> B` is asked as two implications.

/// The signs of an equivalence.
const SIGNS: [&str; 2] = ["<=>", "⇔"];

/// The formulas that a text asks for: both directions of `premises => A <=> B`, which are `premises => (A) => B` and
/// `premises => (B) => A`; any other text as it is. `<=>` binds more than `=>`, and stands once.
pub(crate) fn directions(text: &str) -> Vec<String> {
    let Some((at, sign)) = SIGNS.iter().find_map(|sign| Some((outside(text, sign)?, *sign))) else {
        return vec![text.to_owned()];
    };
    let (left, b) = (&text[..at], &text[at + sign.len()..]);
    let start = last_arrow(left).unwrap_or(0);
    let (premises, a) = left.split_at(start);
    let direction = |a: &str, b: &str| {
        let a = a.trim();
        // A quantified formula has its brackets already.
        let is_closed =
            a.starts_with('(') && outside(a, "=").is_none() && outside(a, "<").is_none();
        let a = if is_closed { a.to_owned() } else { format!("({a})") };
        format!("{premises} {a} => {}", b.trim())
    };
    vec![direction(a, b).trim().to_owned(), direction(b, a).trim().to_owned()]
}

/// The first place of a sign outside of all brackets.
fn outside(text: &str, sign: &str) -> Option<usize> {
    all_outside(text, sign).next()
}

/// The end of the last `=>` outside of all brackets.
fn last_arrow(text: &str) -> Option<usize> {
    let ends = ["=>", "⇒"]
        .into_iter()
        .flat_map(|sign| all_outside(text, sign).map(move |at| at + sign.len()));
    ends.max()
}

/// The places of a sign outside of all brackets.
fn all_outside<'t>(text: &'t str, sign: &'t str) -> impl Iterator<Item = usize> + 't {
    let mut depth = 0_usize;
    text.char_indices().filter_map(move |(at, c)| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0 && text[at..].starts_with(sign)).then_some(at)
    })
}
