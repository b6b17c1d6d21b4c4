// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The alphabets of generated identifiers.
package enum Alphabet {
    /// The characters of client ids and client secrets.
    package static let lowerCaseAndDigits = "abcdefghijklmnopqrstuvwxyz0123456789"
    /// The characters of the ids of user pools and import jobs.
    package static let lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + lowerCaseAndDigits
}
