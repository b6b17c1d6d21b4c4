// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Text in UTF-8 that is built from many short parts, such as a line of the log or the head of a response.
///
/// A part that is appended to a `String` takes several times as long.
package struct TextBytes: Sendable {
    /// The bytes of all parts.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty text with memory for `capacity` bytes.
    package init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends a part.
    package mutating func append(_ part: String) {
        let isAppended: Void? = unsafe part.utf8.withContiguousStorageIfAvailable {
            unsafe bytes.append(contentsOf: $0)
        }
        if isAppended == nil { bytes.append(contentsOf: part.utf8) }
    }
}
