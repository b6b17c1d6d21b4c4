// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Array {
    /// Splits the array into parts of `size` elements, the last of which may be shorter.
    ///
    /// A size below 1 counts as 1.
    public func chunked(into size: Int) -> [[Element]] {
        let size = Swift.max(size, 1)
        return stride(from: 0, to: count, by: size).map { start in
            Array(self[start..<Swift.min(start + size, count)])
        }
    }
}
