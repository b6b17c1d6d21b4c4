// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AsyncSequence {
    /// Calls the block for each element, one after the other.
    ///
    /// - Throws: the sequence's error, or the block's, which ends the reading.
    public func forEach(_ block: (Element) async throws -> Void) async rethrows {
        for try await element in self {
            try await block(element)
        }
    }
}
