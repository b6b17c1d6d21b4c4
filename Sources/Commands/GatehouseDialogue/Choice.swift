// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// One of several values that the user can choose.
package struct Choice<Value> {
    /// The word that chooses it.
    package let word: String
    /// The title that people read.
    package let title: String
    /// The value that the choice selects.
    package let value: Value

    /// Makes a choice.
    package init(word: String, title: String, value: Value) {
        self.word = word
        self.title = title
        self.value = value
    }
}

extension Choice: Equatable where Value: Equatable {}
extension Choice: Sendable where Value: Sendable {}

extension Array {
    /// The choice for an answer: its number, counted from 1, or its word; `nil` if there is no such choice.
    package func choice<Value>(for answer: String) -> Value? where Element == Choice<Value> {
        if let number = Int(answer) { return number > 0 && number <= count ? self[number - 1].value : nil }
        return first { $0.word.lowercased() == answer.lowercased() }?.value
    }
}
