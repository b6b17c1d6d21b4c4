// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation

/// A passkey that is registered in the user pool.
public struct AWSCognitoWebAuthnCredential: AuthWebAuthnCredential {
    /// The passkey's id.
    public let credentialId: String

    /// When it was registered.
    public let createdAt: Date

    /// The domain it is for.
    public let relyingPartyId: String

    /// The user's name for the passkey.
    public let friendlyName: String?
}
