//! Sets of small numbers.

use reductio_temporal::BitSet;

#[test]
fn sets_of_several_words() {
    let numbers = [0, 63, 64, 200];
    let set: BitSet = numbers.into_iter().collect();
    assert_eq!(set.iter().collect::<Vec<_>>(), numbers);
    assert_eq!((set.len(), set.contains(200), set.contains(199)), (4, true, false));
    let small = BitSet::below(1);
    assert!(small.is_subset(&set) && !set.is_subset(&small) && small.meets(&set));
    assert!(!BitSet::below(64).is_subset(&set));
    assert!(BitSet::new().is_subset(&small) && !BitSet::new().meets(&set));
    let mut both = BitSet::below(64);
    both.extend(&set);
    assert_eq!(both.len(), 66);
    both.clear();
    assert_eq!((both.is_empty(), both), (true, BitSet::new()));
}
