// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A passkey that a software authenticator keeps.
package struct TestPasskey: Sendable {
    package let id: [UInt8]
    package let relyingPartyID: String
    package let userHandle: [UInt8]
    package let key: TestPasskeyKey
    /// Proofs so far.
    package var signCount: UInt32 = 0
}
