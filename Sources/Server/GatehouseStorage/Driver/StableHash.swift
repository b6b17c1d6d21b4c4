// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The 64-bit FNV-1a hash, which is the same in every process and release.
///
/// It spreads values and detects accidental changes; it does not resist an attacker.
enum StableHash {
    /// The hash of some bytes.
    static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
}
