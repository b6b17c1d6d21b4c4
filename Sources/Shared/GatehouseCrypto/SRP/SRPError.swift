// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a handshake cannot continue.
///
/// None of the cases says anything about a password.
package enum SRPError: Error, Equatable, Sendable {
    /// A public value is empty, too long or not hexadecimal.
    case malformedPublicKey
    /// A public value is a multiple of N, which would fix the shared secret.
    case zeroPublicKey
    /// Both public values hash to zero, so that the password would not matter.
    case zeroScrambler
    /// A salt is empty, too long or not in the form in which it is sent.
    case malformedSalt
    /// A verifier is not in the form in which it is sent, or one that proves nothing.
    case malformedVerifier
}
