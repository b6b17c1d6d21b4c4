// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

extension Date {
    /// The date in milliseconds since 1970, the unit of time columns.
    ///
    /// A date outside the range of `Int64` becomes its smallest or greatest value.
    var milliseconds: Int64 {
        let exact = (timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
    }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

extension Date: SQLConvertible {
    package var sqlValue: SQLValue { .integer(milliseconds) }

    package init?(sqlValue: SQLValue) {
        guard case .integer(let milliseconds) = sqlValue else { return nil }
        self.init(milliseconds: milliseconds)
    }
}
