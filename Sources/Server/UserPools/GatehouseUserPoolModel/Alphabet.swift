// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The alphabets of generated identifiers.
package enum Alphabet {
    package static let lowerCaseAndDigits = "abcdefghijklmnopqrstuvwxyz0123456789"
    package static let lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + lowerCaseAndDigits
}
