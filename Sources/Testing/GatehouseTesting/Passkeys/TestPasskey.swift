// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A passkey that a software authenticator keeps.
package struct TestPasskey: Sendable {
    /// The credential id.
    package let id: [UInt8]
    /// The domain that the passkey is for.
    package let relyingPartyID: String
    /// The bytes that identify the account, as the registration's options had them.
    package let userHandle: [UInt8]
    package let key: TestPasskeyKey
    /// The number of proofs so far.
    package var signCount: UInt32

    /// Creates a passkey.
    package init(
        id: [UInt8], relyingPartyID: String, userHandle: [UInt8], key: TestPasskeyKey, signCount: UInt32 = 0
    ) {
        self.id = id
        self.relyingPartyID = relyingPartyID
        self.userHandle = userHandle
        self.key = key
        self.signCount = signCount
    }
}
