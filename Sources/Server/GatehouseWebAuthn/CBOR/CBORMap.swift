// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A CBOR map; its entries keep the order in which they were read.
package struct CBORMap: Sendable, Equatable {
    /// A key and its value.
    package struct Entry: Sendable, Equatable {
        /// The key; authenticators send integers and texts.
        package let key: CBORValue
        package let value: CBORValue

        /// Creates an entry.
        package init(_ key: CBORValue, _ value: CBORValue) {
            self.key = key
            self.value = value
        }
    }

    /// The keys and values in the order in which they were read.
    package let entries: [Entry]

    /// Creates a map; `CBORWriter` writes its entries in canonical order.
    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The value for a numeric key.
    package subscript(number: Int) -> CBORValue? {
        entries.first { $0.key == CBORValue(number) }?.value
    }

    /// The value for a text key.
    package subscript(text: String) -> CBORValue? {
        entries.first { $0.key == .text(text) }?.value
    }

    /// Whether the keys are exactly these texts.
    func hasKeys(_ texts: Set<String>) -> Bool {
        entries.count == texts.count && entries.allSatisfy { texts.contains($0.key.textValue ?? "") }
    }

    /// Whether the keys are exactly these numbers.
    func hasKeys(_ numbers: Set<Int>) -> Bool {
        entries.count == numbers.count
            && entries.allSatisfy { entry in entry.key.intValue.map(numbers.contains) ?? false }
    }
}
