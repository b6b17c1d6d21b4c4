// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A map in CBOR; its entries keep the order in which they were read.
package struct CBORMap: Sendable, Equatable {
    /// A key and its value.
    package struct Entry: Sendable, Equatable {
        package let key: CBORValue
        package let value: CBORValue

        /// Creates an entry.
        package init(_ key: CBORValue, _ value: CBORValue) {
            self.key = key
            self.value = value
        }
    }

    package let entries: [Entry]

    /// Creates a map; writing it puts the entries in canonical order.
    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The value under a number.
    package subscript(number: Int) -> CBORValue? {
        entries.first { $0.key == CBORValue(number) }?.value
    }

    /// The value under a text.
    package subscript(text: String) -> CBORValue? {
        entries.first { $0.key == .text(text) }?.value
    }

    /// Whether the keys are these texts and no others.
    package func hasKeys(_ texts: Set<String>) -> Bool {
        entries.count == texts.count && entries.allSatisfy { texts.contains($0.key.textValue ?? "") }
    }

    /// Whether the keys are these numbers and no others.
    package func hasKeys(_ numbers: Set<Int>) -> Bool {
        entries.count == numbers.count
            && entries.allSatisfy { entry in entry.key.intValue.map(numbers.contains) ?? false }
    }
}
