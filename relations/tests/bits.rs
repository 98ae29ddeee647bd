//! Every operation on rows of bits against the same operation on sets of pairs: all relations with up to three
//! states, and larger ones of many shapes, at sizes around the ends of words and cache lines.

use reductio_algebra::OmegaAlgebra;
use reductio_relations::{BitRelation, Bits, ModelFault, Naive, PairSet, Random};

const SEED: u64 = 0x5EED_0B17;

fn bits(states: usize) -> Bits {
    Bits::new(states).expect("the size is in range")
}

fn to_bits(model: Bits, x: &PairSet) -> BitRelation {
    model.relation(x.pairs()).expect("the states are in range")
}

/// The omega of Naive, with the closure taken once and not for each state.
fn naive_omega(model: Naive, x: &PairSet, star: &PairSet) -> PairSet {
    let again = model.seq(x, star);
    let forever = |a: usize| star.image(a).any(|c| again.contains(c, c));
    let from: Vec<usize> = (0..model.states).filter(|a| forever(*a)).collect();
    from.iter().flat_map(|&a| (0..model.states).map(move |b| (a, b))).collect()
}

fn compare_unary(states: usize, x: &PairSet) {
    let (naive, fast) = (Naive { states }, bits(states));
    let y = to_bits(fast, x);
    assert_eq!(y.to_relation(), *x);
    assert_eq!((y.len(), y.is_empty()), (x.len(), x.is_empty()));
    assert_eq!(y.to_string(), x.to_string());
    let star = naive.star(x);
    assert_eq!(fast.star(&y).to_relation(), star, "star of {x} over {states} states");
    let omega = naive_omega(naive, x, &star);
    assert_eq!(fast.omega(&y).to_relation(), omega, "omega of {x} over {states} states");
    assert_eq!(fast.is_predicate(&y), naive.is_predicate(x), "{x}");
    let converse: PairSet = x.pairs().map(|(a, b)| (b, a)).collect();
    assert_eq!(y.converse().to_relation(), converse);
    assert!(y.converse().converse() == y);
    let domain: PairSet = x.pairs().map(|(a, _)| (a, a)).collect();
    assert_eq!(y.domain().to_relation(), domain);
    assert!(fast.is_predicate(&y.domain()));
    assert_eq!(fast.complement(&y.domain()).to_relation(), naive.complement(&domain));
    for s in [0, states / 2, states - 1] {
        assert_eq!(y.image([s]), x.image(s).collect::<Vec<_>>());
    }
    let all: PairSet = x.pairs().map(|(_, b)| (b, b)).collect();
    let image: PairSet = y.image(0..states).into_iter().map(|b| (b, b)).collect();
    assert_eq!(image, all);
}

fn compare_binary(states: usize, x: &PairSet, y: &PairSet) {
    let (naive, fast) = (Naive { states }, bits(states));
    let (a, b) = (to_bits(fast, x), to_bits(fast, y));
    assert_eq!(fast.plus(&a, &b).to_relation(), naive.plus(x, y), "{x} + {y}");
    assert_eq!(fast.seq(&a, &b).to_relation(), naive.seq(x, y), "{x} {y} over {states} states");
    compare_order((x, y), (&a, &b));
}

/// Intersection, equality and order.
fn compare_order((x, y): (&PairSet, &PairSet), (a, b): (&BitRelation, &BitRelation)) {
    let fast = bits(a.states());
    let minus = x.minus(y);
    assert_eq!(a.first_outside(b), minus.pairs().next(), "{x} <= {y}");
    assert_eq!(fast.is_below(a, b), x.is_subset(y));
    assert_eq!(a == b, x == y);
    assert_eq!(a.intersection(b).to_relation(), x.minus(&minus));
}

#[test]
fn constants_agree() {
    for states in [1, 2, 3, 7, 8, 9, 63, 64, 65, 128, 129, 513] {
        let (naive, fast) = (Naive { states }, bits(states));
        assert_eq!(fast.zero().to_relation(), naive.zero());
        assert_eq!(fast.one().to_relation(), naive.one());
        assert_eq!(fast.top().len(), states * states);
        assert!(fast.omega(&fast.one()) == fast.top() && fast.top().image([0]).len() == states);
        assert!(fast.complement(&fast.zero()) == fast.one());
        assert!(fast.complement(&fast.one()) == fast.zero());
        assert!(fast.top().contains(states - 1, states - 1) && !fast.top().contains(0, states));
        assert_eq!(fast.top().image([states]), [0; 0]);
    }
}

#[test]
fn unary_operations_agree_on_all_relations_with_up_to_three_states() {
    let mut seen = 0;
    for states in 1..=3 {
        for x in (Naive { states }).relations() {
            compare_unary(states, &x);
            assert_eq!(
                naive_omega(Naive { states }, &x, &Naive { states }.star(&x)),
                Naive { states }.omega(&x)
            );
            seen += 1;
        }
    }
    assert_eq!(seen, 2 + 16 + 512);
}

#[test]
fn binary_operations_agree_on_all_pairs_of_relations_with_up_to_two_states() {
    let mut seen = 0;
    for states in 1..=2 {
        let all: Vec<PairSet> = Naive { states }.relations().collect();
        for x in &all {
            for y in &all {
                compare_binary(states, x, y);
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 4 + 256);
}

/// All 262,144 pairs. The pairs of a relation are compared as bits of a number: building sets takes too long.
#[test]
fn binary_operations_agree_on_all_pairs_of_relations_with_three_states() {
    let (naive, fast) = (Naive { states: 3 }, bits(3));
    let all: Vec<(PairSet, BitRelation)> =
        naive.relations().map(|x| (x.clone(), to_bits(fast, &x))).collect();
    let code = |pairs: &mut dyn Iterator<Item = (usize, usize)>| {
        pairs.fold(0u32, |code, (s, t)| code | 1 << (3 * s + t))
    };
    let mut seen = 0;
    for (x, a) in &all {
        for (y, b) in &all {
            let (sum, product) = (fast.plus(a, b), fast.seq(a, b));
            let naive_product = naive.seq(x, y);
            assert_eq!(code(&mut product.pairs()), code(&mut naive_product.pairs()), "{x} {y}");
            let (cx, cy) = (code(&mut x.pairs()), code(&mut y.pairs()));
            assert_eq!(code(&mut sum.pairs()), cx | cy, "{x} + {y}");
            assert_eq!(code(&mut a.intersection(b).pairs()), cx & cy);
            assert_eq!(fast.is_below(a, b), cx & !cy == 0);
            assert_eq!(a == b, cx == cy);
            let outside = (0..9).find(|bit| cx & !cy & 1 << bit != 0);
            assert_eq!(a.first_outside(b), outside.map(|bit| (bit / 3, bit % 3)));
            seen += 1;
        }
    }
    assert_eq!(seen, 262_144);
}

/// About `degree` pairs for each state.
fn sparse(random: &mut Random, states: usize, degree: usize) -> PairSet {
    (0..states * degree).map(|_| (random.below(states), random.below(states))).collect()
}

/// Each pair with a chance of `share` in 64.
fn dense(random: &mut Random, states: usize, share: u64) -> PairSet {
    Naive { states }.top().pairs().filter(|_| random.bits() % 64 < share).collect()
}

fn permutation(random: &mut Random, states: usize) -> Vec<usize> {
    let mut image: Vec<usize> = (0..states).collect();
    (1..states).for_each(|s| image.swap(s, random.below(s + 1)));
    image
}

/// Rings of up to `size` states, each with a step to the next, the states numbered at random.
fn rings(random: &mut Random, states: usize, size: usize) -> PairSet {
    let name = permutation(random, states);
    let mut pairs = Vec::new();
    for start in (0..states).step_by(size) {
        let end = (start + size).min(states);
        // Every other ring is cut open.
        let cut = usize::from(start / size % 2 == 1);
        pairs.extend((start..end - cut).map(|s| (s, if s + 1 == end { start } else { s + 1 })));
        if end < states {
            pairs.push((start, end));
        }
    }
    pairs.into_iter().map(|(s, t)| (name[s], name[t])).collect()
}

/// Relations of many shapes, those that take sets of pairs long only where there are few states.
fn shapes(random: &mut Random, states: usize) -> Vec<PairSet> {
    let naive = Naive { states };
    let image = permutation(random, states);
    let mut all = vec![
        naive.zero(),
        naive.one(),
        image.into_iter().enumerate().collect(),
        rings(random, states, 5),
        rings(random, states, 1),
        sparse(random, states, 1),
        sparse(random, states, 3),
        [(states - 1, 0)].into(),
    ];
    if states <= 65 {
        all.push(naive.top());
        all.extend([4, 16, 32, 60].map(|share| dense(random, states, share)));
    }
    all
}

fn compare_all(sizes: &[usize]) {
    let mut random = Random::new(SEED);
    for &states in sizes {
        let all = shapes(&mut random, states);
        for (k, x) in all.iter().enumerate() {
            compare_unary(states, x);
            compare_binary(states, x, &all[(k + 3) % all.len()]);
            compare_binary(states, x, &all[(k + 5) % all.len()]);
            compare_binary(states, x, x);
        }
    }
}

#[test]
fn relations_of_many_shapes_agree_up_to_one_word() {
    compare_all(&[1, 4, 5, 6, 7, 8, 9, 10, 31, 32]);
}

#[test]
fn relations_of_many_shapes_agree_around_64_states() {
    compare_all(&[63, 64, 65]);
}

#[test]
fn relations_of_many_shapes_agree_around_128_states() {
    compare_all(&[127, 128, 129]);
}

#[test]
fn sparse_relations_agree_at_256_states() {
    let mut random = Random::new(SEED);
    let x = sparse(&mut random, 256, 1);
    compare_unary(256, &x);
    compare_binary(256, &x, &sparse(&mut random, 256, 3));
}

#[test]
fn dense_products_agree_at_256_states() {
    let mut random = Random::new(SEED);
    let (x, y) = (dense(&mut random, 256, 6), dense(&mut random, 256, 2));
    compare_binary(256, &x, &y);
    compare_binary(256, &y, &x);
}

#[test]
fn sizes_out_of_range_are_refused_with_the_limit() {
    let size = |got| ModelFault::Size { what: "states", got, limit: Bits::MAX_STATES };
    for got in [0, Bits::MAX_STATES + 1, usize::MAX] {
        assert_eq!(Bits::new(got), Err(size(got)));
    }
    assert_eq!(size(0).to_string(), "a model has 1 to 16384 states, not 0");
    let largest = bits(Bits::MAX_STATES);
    let x = largest.relation([(Bits::MAX_STATES - 1, 0)]).expect("the last state is a state");
    assert_eq!(x.pairs().collect::<Vec<_>>(), [(Bits::MAX_STATES - 1, 0)]);
}

#[test]
fn states_out_of_range_are_refused() {
    for states in [1, 3, 8, 9, 64, 65] {
        let model = bits(states);
        for pair in [(states, 0), (0, states)] {
            let fault = ModelFault::State { state: states, states };
            assert_eq!(model.relation([(0, 0), pair]), Err(fault));
        }
        assert!(!model.top().contains(states, 0) && !model.top().contains(0, states));
    }
}

#[test]
#[should_panic(expected = "relations over 3 and over 4 states")]
fn relations_over_other_states_do_not_mix() {
    let _ = bits(3).plus(&bits(3).one(), &bits(4).one());
}

#[test]
fn relations_over_other_numbers_of_states_differ() {
    assert!(bits(3).zero() != bits(4).zero() && bits(9).zero() != bits(10).zero());
    assert!(bits(4).has(&bits(4).one()) && !bits(4).has(&bits(3).one()));
}
