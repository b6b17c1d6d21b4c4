// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The purpose of a code that was sent to a user.
///
/// A user has at most one code for each purpose.
package enum CodePurpose: Sendable, Hashable {
    case signUp
    case passwordReset
    /// The verification of an attribute, by its name.
    case attribute(String)

    /// The purpose as a key in the store.
    package var key: String {
        switch self {
        case .signUp: "sign-up"
        case .passwordReset: "password-reset"
        case .attribute(let name): "attribute:\(name)"
        }
    }

    /// The lifetime of a code in seconds.
    package var lifetime: Double {
        switch self {
        case .signUp, .attribute: 86_400
        case .passwordReset: 3_600
        }
    }
}

/// A code that was sent to a user.
///
/// The store keeps only a keyed hash of the code.
package struct CodeRecord: Sendable, Equatable {
    /// The id of the user's pool.
    package let poolID: String
    /// The id of the user in the pool.
    package let sub: String
    package let purpose: CodePurpose
    /// A keyed hash of the code.
    package let hash: [UInt8]
    /// The attribute whose value the code went to, such as `email`.
    package let attribute: String
    /// The address or number that the code went to; the code verifies only this value.
    package let destination: String
    /// The time at which the code was sent.
    package let createdAt: Date
    /// The time from which the code is refused.
    package let expiresAt: Date
    /// The number of wrong codes so far.
    package var attempts: Int

    /// Creates the record of a code.
    package init(
        poolID: String, sub: String, purpose: CodePurpose, hash: [UInt8], attribute: String, destination: String,
        createdAt: Date, expiresAt: Date, attempts: Int = 0
    ) {
        self.poolID = poolID
        self.sub = sub
        self.purpose = purpose
        self.hash = hash
        self.attribute = attribute
        self.destination = destination
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.attempts = attempts
    }
}
