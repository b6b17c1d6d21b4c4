// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// One of several values that the user can choose.
struct Choice<Value> {
    /// The word that chooses it.
    let word: String
    /// The title that people read.
    let title: String
    /// The value that the choice selects.
    let value: Value
}

extension Choice: Equatable where Value: Equatable {}
extension Choice: Sendable where Value: Sendable {}

extension Array {
    /// The choice for an answer: its number, counted from 1, or its word; `nil` if there is no such choice.
    func choice<Value>(for answer: String) -> Value? where Element == Choice<Value> {
        if let number = Int(answer) { return number > 0 && number <= count ? self[number - 1].value : nil }
        return first { $0.word.lowercased() == answer.lowercased() }?.value
    }
}
