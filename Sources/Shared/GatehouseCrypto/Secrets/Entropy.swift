// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A source of random bytes and the draws derived from it, each without bias.
package struct Entropy: Sendable {
    /// The most bytes that `getentropy` fills.
    fileprivate static let largestRequest = 256

    private let fill: @Sendable (Int) -> [UInt8]
    /// Whether each draw is a call of the operating system.
    private let callsSystem: Bool

    /// Makes a source from a closure that returns exactly the requested number of bytes.
    package init(_ fill: @escaping @Sendable (Int) -> [UInt8]) {
        self.init(callsSystem: false, fill)
    }

    private init(callsSystem: Bool, _ fill: @escaping @Sendable (Int) -> [UInt8]) {
        self.fill = fill
        self.callsSystem = callsSystem
    }

    /// The operating system's cryptographic generator.
    package static let system = Entropy(callsSystem: true) { count in
        var drawn = [UInt8](repeating: 0, count: count)
        if isFilledBySystem(&drawn) { return drawn }
        var generator = SystemRandomNumberGenerator()
        return bytes(count) { generator.next() }
    }

    /// A repeatable sequence for tests, safe to draw from several threads.
    ///
    /// Never a source of real secrets.
    package static func seeded(_ seed: UInt64) -> Entropy {
        let sequence = SeededSequence(seed)
        return Entropy { count in sequence.bytes(count) }
    }

    /// The same source for short values that need not be secret, such as the ids of requests.
    ///
    /// One call of the operating system fills many of them, and each byte is handed out once. A repeatable sequence
    /// stays the same.
    package var inGroups: Entropy {
        guard callsSystem else { return self }
        let stock = RandomStock(of: self)
        return Entropy { count in stock.bytes(count) }
    }

    /// `count` random bytes.
    package func bytes(_ count: Int) -> [UInt8] {
        fill(count)
    }

    /// A random UUID (RFC 9562, version 4) in lower case.
    package func uuid() -> String {
        Self.uuid(of: bytes(16), version: 4)
    }

    private static func uuid(of sixteen: [UInt8], version: UInt8) -> String {
        var bytes = sixteen
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = Hex.encodedBytes(bytes)
        for position in [8, 13, 18, 23] { text.insert(UInt8(ascii: "-"), at: position) }
        return String(decoding: text, as: UTF8.self)
    }

    /// A UUID that begins with the time in milliseconds and is random otherwise (RFC 9562, version 7), in lower case.
    ///
    /// For ids that are drawn often and kept in an index: values of one time lie side by side there.
    package func uuid(at time: Date) -> String {
        let milliseconds = UInt64(max(0, time.timeIntervalSince1970 * 1_000))
        let stamp = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * $0)) }
        return Self.uuid(of: stamp + bytes(10), version: 7)
    }

    /// `count` random decimal digits, leading zeros included.
    package func digits(_ count: Int) -> String {
        characters(count, from: "0123456789")
    }

    /// `count` characters of an alphabet that has 1 to 256 of them.
    package func characters(_ count: Int, from alphabet: String) -> String {
        let letters = Array(alphabet)
        precondition((1...256).contains(letters.count), "an alphabet has 1 to 256 characters")
        let limit = 256 - 256 % letters.count
        var text = ""
        var drawn = 0
        while drawn < count {
            for byte in bytes(count - drawn) where Int(byte) < limit {
                text.append(letters[Int(byte) % letters.count])
                drawn += 1
            }
        }
        return text
    }

    /// Fills an array with one call of the kernel for 256 bytes, where Swift's own generator needs one for each 8.
    private static func isFilledBySystem(_ bytes: inout [UInt8]) -> Bool {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            stride(from: 0, to: buffer.count, by: largestRequest).allSatisfy { start in
                let part = unsafe buffer[start..<min(start + largestRequest, buffer.count)]
                return unsafe getentropy(UnsafeMutableRawBufferPointer(rebasing: part).baseAddress, part.count) == 0
            }
        }
    }

    fileprivate static func bytes(_ count: Int, next: () -> UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            var word = next()
            for _ in 0..<min(8, count - bytes.count) {
                bytes.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        return bytes
    }
}

/// Bytes of a source that wait to be handed out.
private final class RandomStock: Sendable {
    private let source: Entropy
    private let rest = Mutex<[UInt8]>([])

    init(of source: Entropy) {
        self.source = source
    }

    func bytes(_ count: Int) -> [UInt8] {
        guard count <= Entropy.largestRequest else { return source.bytes(count) }
        return rest.withLock { rest in
            if rest.count < count { rest = source.bytes(Entropy.largestRequest) }
            defer { rest.removeLast(count) }
            return Array(rest.suffix(count))
        }
    }
}

/// Vigna's SplitMix64 behind a lock.
private final class SeededSequence: Sendable {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) {
        state = Mutex(seed)
    }

    func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            Entropy.bytes(count) { Self.next(&state) }
        }
    }

    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
