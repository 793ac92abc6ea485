//! FNV-1a, a hash that is the same in every version and on every machine. Not for anything that an attacker chooses.

/// The hash of no bytes.
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues a hash with more bytes.
pub(crate) fn fnv(start: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(start, step)
}
