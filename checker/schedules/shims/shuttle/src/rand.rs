//! Random numbers, as those of the crate `rand`, 0.8.
//!
//! Each thread has a stream of its own. Where schedules are drawn, the seed of a stream is drawn with them, and is part
//! of the schedule, so that it is repeated with it. A search of all schedules would have to try all numbers, which are
//! too many: if it is allowed to give any, the streams are the same in each execution. For data that is to be tried in
//! full, there is `choose` of `reductio-schedules`.

pub use rand::{Rng, RngCore};

/// The generators.
pub mod rngs {
    use std::cell::Cell;

    use rand::{CryptoRng, Error, RngCore};
    use reductio_schedules::{choose, thread_local};

    use crate::current::me;
    use crate::world::{Data, world};

    thread_local! {
        static STREAM: Cell<Option<u64>> = const { Cell::new(None) };
    }

    /// The generator of a thread.
    #[derive(Clone, Debug, Default)]
    pub struct ThreadRng {
        _private: (),
    }

    /// Mixes a number, by splitmix64.
    fn mixed(number: u64) -> u64 {
        let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    /// The seed of the thread's stream.
    fn seed() -> u64 {
        let of_thread = mixed(u64::try_from(usize::from(me())).unwrap_or(0) + 1);
        let drawn = match world().map(|world| world.data) {
            Some(Data::Drawn) => choose(usize::try_from(u32::MAX).unwrap_or(usize::MAX)),
            Some(Data::Fixed) => 0,
            Some(Data::Forbidden) => panic!("requested random data from DFS scheduler"),
            None => panic!("there are no random numbers outside of an execution"),
        };
        of_thread ^ mixed(u64::try_from(drawn).unwrap_or(0).wrapping_add(0x9e37_79b9_7f4a_7c15))
    }

    impl RngCore for ThreadRng {
        #[expect(clippy::cast_possible_truncation, reason = "half of a random number is one")]
        fn next_u32(&mut self) -> u32 {
            self.next_u64() as u32
        }

        fn next_u64(&mut self) -> u64 {
            let next = STREAM.get().unwrap_or_else(seed).wrapping_add(0x9e37_79b9_7f4a_7c15);
            STREAM.set(Some(next));
            mixed(next)
        }

        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            for part in bytes.chunks_mut(8) {
                let drawn = self.next_u64().to_le_bytes();
                part.copy_from_slice(&drawn[..part.len()]);
            }
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
            self.fill_bytes(bytes);
            Ok(())
        }
    }

    impl CryptoRng for ThreadRng {}
}

/// The generator of the thread that asks.
pub fn thread_rng() -> rngs::ThreadRng {
    rngs::ThreadRng::default()
}
