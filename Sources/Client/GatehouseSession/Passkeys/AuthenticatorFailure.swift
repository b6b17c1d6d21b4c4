// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An error of an app's authenticator.
///
/// Two failures are equal if they read the same, because errors cannot be compared.
package struct AuthenticatorFailure: Error, Equatable, CustomStringConvertible {
    /// The authenticator's own error.
    package let underlying: any Error

    /// Keeps an error.
    package init(_ underlying: any Error) {
        self.underlying = underlying
    }

    package var description: String { "The authenticator failed. \(underlying)" }

    package static func == (one: Self, other: Self) -> Bool { one.description == other.description }
}
