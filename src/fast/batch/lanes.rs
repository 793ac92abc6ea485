//! Vectors of 16-bit numbers, one number for each game: what the kernel is written in, and its plain form.
//!
//! The forms differ in the number of lanes and in speed. Every operation gives the same numbers in every form, so that
//! games do not depend on the processor. A row of a board takes 15 bits at most: `up`, `down` and `plus` need not be
//! right for numbers with the highest bit.

/// A vector of 16-bit numbers without sign.
pub(super) trait Lanes: Copy {
    /// The number of lanes, 32 at most.
    const LANES: usize;

    /// A truth value for each lane.
    type Mask: Copy;

    /// This number in each lane.
    fn all(number: u16) -> Self;

    /// The first numbers of a list that has enough of them.
    fn load(numbers: &[u16; 32]) -> Self;

    fn store(self, numbers: &mut [u16; 32]);

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;

    /// The bits moved to the next higher place.
    #[inline(always)]
    fn up(self) -> Self {
        self.left::<1>()
    }

    /// The bits moved to the next lower place. The highest bit of a lane may become anything.
    #[inline(always)]
    fn down(self) -> Self {
        self.right::<1>()
    }

    /// The bits moved by any number of places.
    fn left<const PLACES: u32>(self) -> Self;
    fn right<const PLACES: u32>(self) -> Self;

    /// The sum of numbers without the highest bit.
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.add(other)
    }

    /// The sum of any numbers, modulo 2^16.
    fn add(self, other: Self) -> Self;

    /// The difference of any numbers, modulo 2^16.
    fn minus(self, other: Self) -> Self;

    /// The number of bits in each lane.
    fn count(self) -> Self;

    /// The product of a number of 32 bits, in two parts, and `factor`, divided by 2^32.
    fn scaled(high: Self, low: Self, factor: Self) -> Self;

    /// Where a number is not smaller than the other. Both are without the highest bit.
    fn at_least(self, other: Self) -> Self::Mask;

    fn equal(self, other: Self) -> Self::Mask;
    fn not_zero(self) -> Self::Mask;

    /// The numbers of `yes` where the mask holds, of `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// A mask from one bit for each lane.
    fn mask(bits: u32) -> Self::Mask;

    /// One bit for each lane where the mask holds.
    fn bits(mask: Self::Mask) -> u32;
}

/// Operations on two vectors that are one instruction each.
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
macro_rules! instructions {
    ($form:ident: $($name:ident = $instruction:ident),*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            $form(unsafe { $instruction(self.0, other.0) })
        }
    )*};
}
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
pub(super) use instructions;

/// [`Lanes::scaled`] from the upper and the lower halves of both products.
#[cfg(all(target_arch = "x86_64", not(gokata_plain)))]
#[inline(always)]
pub(super) fn scaled<V: Lanes>([above, middle]: [V; 2], [carried, _]: [V; 2]) -> V {
    let sum = middle.add(carried);
    V::select(sum.at_least(middle), above, above.add(V::all(1)))
}

/// Eight lanes in two words: the definition, and the form for every processor.
#[derive(Clone, Copy)]
pub(super) struct Plain([u64; 2]);

const ONES: u64 = 0x0001_0001_0001_0001;
const HIGHEST: u64 = 0x8000 * ONES;

impl Plain {
    #[inline(always)]
    fn map(self, with: impl Fn(u64) -> u64) -> Plain {
        let Plain([one, two]) = self;
        Plain([with(one), with(two)])
    }

    #[inline(always)]
    fn zip(self, other: Plain, with: impl Fn(u64, u64) -> u64) -> Plain {
        let (Plain([one, two]), Plain([other_one, other_two])) = (self, other);
        Plain([with(one, other_one), with(two, other_two)])
    }
}

/// All bits of the lanes whose highest bit is set. No other bit may be.
#[inline(always)]
fn spread(highest: u64) -> u64 {
    highest | (highest - (highest >> 15))
}

/// Operations on two vectors, word by word.
macro_rules! on_words {
    ($($name:ident: $function:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Plain) -> Plain {
            self.zip(other, $function)
        }
    )*};
}

impl Lanes for Plain {
    const LANES: usize = 8;

    type Mask = Plain;

    #[inline(always)]
    fn all(number: u16) -> Plain {
        Plain([u64::from(number) * ONES; 2])
    }

    #[inline(always)]
    fn load(numbers: &[u16; 32]) -> Plain {
        let word = |nth: usize| {
            let lanes = &numbers[4 * nth..4 * nth + 4];
            lanes
                .iter()
                .rev()
                .fold(0, |word, lane| word << 16 | u64::from(*lane))
        };
        Plain([word(0), word(1)])
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // one lane is wanted
    fn store(self, numbers: &mut [u16; 32]) {
        for (nth, number) in numbers[..8].iter_mut().enumerate() {
            *number = (self.0[nth / 4] >> (16 * (nth % 4))) as u16;
        }
    }

    on_words! {
        and: |one, other| one & other;
        or: |one, other| one | other;
        xor: |one, other| one ^ other;
        without: |one, other| one & !other;
        plus: u64::wrapping_add;
        add: |one, other| ((one & !HIGHEST) + (other & !HIGHEST)) ^ ((one ^ other) & HIGHEST);
        minus: |one, other| ((one | HIGHEST) - (other & !HIGHEST)) ^ ((one ^ !other) & HIGHEST);
    }

    #[inline(always)]
    fn up(self) -> Plain {
        self.map(|word| word << 1)
    }

    #[inline(always)]
    fn down(self) -> Plain {
        self.map(|word| word >> 1)
    }

    #[inline(always)]
    fn left<const PLACES: u32>(self) -> Plain {
        self.map(|word| (word << PLACES) & ((0xffff >> PLACES << PLACES) * ONES))
    }

    #[inline(always)]
    fn right<const PLACES: u32>(self) -> Plain {
        self.map(|word| (word >> PLACES) & ((0xffff >> PLACES) * ONES))
    }

    #[inline(always)]
    fn count(self) -> Plain {
        self.map(|word| {
            let pairs = word - ((word >> 1) & (0x5555 * ONES));
            let fours = (pairs & (0x3333 * ONES)) + ((pairs >> 2) & (0x3333 * ONES));
            let eights = (fours + (fours >> 4)) & (0x0f0f * ONES);
            (eights + (eights >> 8)) & (0x001f * ONES)
        })
    }

    #[inline(always)]
    fn scaled(high: Plain, low: Plain, factor: Plain) -> Plain {
        let mut scaled = [0; 2];
        for (nth, word) in scaled.iter_mut().enumerate() {
            for lane in [0, 16, 32, 48] {
                let [high, low, factor] =
                    [high, low, factor].map(|numbers| numbers.0[nth] >> lane & 0xffff);
                *word |= (((high << 16 | low) * factor) >> 32) << lane;
            }
        }
        Plain(scaled)
    }

    #[inline(always)]
    fn at_least(self, other: Plain) -> Plain {
        self.zip(other, |one, other| {
            spread(((one | HIGHEST) - other) & HIGHEST)
        })
    }

    #[inline(always)]
    fn equal(self, other: Plain) -> Plain {
        self.xor(other).not_zero().map(|word| !word)
    }

    #[inline(always)]
    fn not_zero(self) -> Plain {
        self.map(|word| spread((((word & !HIGHEST) + !HIGHEST) | word) & HIGHEST))
    }

    #[inline(always)]
    fn select(mask: Plain, yes: Plain, no: Plain) -> Plain {
        yes.xor(no).and(mask).xor(no)
    }

    #[inline(always)]
    fn mask(bits: u32) -> Plain {
        let word = |bits: u64| {
            let lowest = bits | bits << 15 | bits << 30 | bits << 45;
            (lowest & ONES) * 0xffff
        };
        Plain([word(u64::from(bits & 15)), word(u64::from(bits >> 4 & 15))])
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // four bits are left
    fn bits(mask: Plain) -> u32 {
        let four = |word: u64| {
            let lowest = word & ONES;
            (lowest | lowest >> 15 | lowest >> 30 | lowest >> 45) as u32 & 15
        };
        four(mask.0[0]) | four(mask.0[1]) << 4
    }
}
