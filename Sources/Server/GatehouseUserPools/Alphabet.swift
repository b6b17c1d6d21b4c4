// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The characters that identifiers are drawn from.
enum Alphabet {
    static let lowerCaseAndDigits = "abcdefghijklmnopqrstuvwxyz0123456789"
    static let lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + lowerCaseAndDigits
}
