// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Bytes that must not leak: a password, a client secret, a private exponent.
///
/// A secret cannot be copied or printed (interpolation needs a copyable value); it lends its bytes to a closure, and
/// its memory is overwritten when it goes out of scope.
///
/// Unchecked, because the memory is written only by the initialiser and by `deinit`, and ownership makes both
/// exclusive.
@safe package struct Secret: ~Copyable, @unchecked Sendable {
    private let storage: UnsafeMutableBufferPointer<UInt8>

    /// Takes a copy of the bytes.
    package init(_ bytes: [UInt8]) {
        unsafe storage = .allocate(capacity: bytes.count)
        _ = unsafe storage.initialize(from: bytes)
    }

    /// Takes the UTF-8 form of a text.
    package init(utf8 text: String) {
        self.init(Array(text.utf8))
    }

    deinit {
        unsafe wipe(storage)
        unsafe storage.deallocate()
    }

    /// The number of bytes.
    package var count: Int { unsafe storage.count }

    /// Lends the bytes for the time of one call and overwrites the lent copy afterwards.
    ///
    /// Rethrows the body's error.
    package borrowing func withBytes<Result, Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var lent = unsafe Array(storage)
        let result: Result
        do throws(Failure) {
            result = try body(lent)
        } catch {
            overwrite(&lent)
            throw error
        }
        overwrite(&lent)
        return result
    }

    /// Whether both hold the same bytes, compared in constant time.
    package borrowing func matches(_ other: borrowing Secret) -> Bool {
        withBytes { own in other.withBytes { constantTimeEqual(own, $0) } }
    }
}

/// Overwrites bytes that held a secret.
func overwrite(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in unsafe wipe(buffer) }
}

/// Uses the library call that the optimiser may not drop, unlike a loop before a deallocation.
private func wipe(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    guard let address = buffer.baseAddress, !buffer.isEmpty else { return }
    #if canImport(Darwin)
    _ = unsafe memset_s(address, buffer.count, 0, buffer.count)
    #else
    unsafe explicit_bzero(address, buffer.count)
    #endif
}

/// Compares byte strings in a time that depends on their lengths alone.
package func constantTimeEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
    // Arrays, because each step over a collection of a type that is unknown here takes thousands of instructions.
    let (left, right) = (Array(a), Array(b))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices {
        difference |= left[index] ^ right[index]
    }
    return difference == 0
}
