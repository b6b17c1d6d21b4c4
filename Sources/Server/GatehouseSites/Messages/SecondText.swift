// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import Synchronization

/// The text of a date with a resolution of one second, formatted once a second.
package final class SecondText: Sendable {
    private let last = Mutex((second: Double.nan, text: ""))
    private let write: @Sendable (Date) -> String

    /// Creates a text that `write` formats.
    package init(_ write: @escaping @Sendable (Date) -> String) {
        self.write = write
    }

    /// The text of the second of a date.
    package func text(at date: Date) -> String {
        let second = date.timeIntervalSince1970.rounded(.down)
        return last.withLock { last in
            if last.second != second { last = (second, write(date)) }
            return last.text
        }
    }
}
