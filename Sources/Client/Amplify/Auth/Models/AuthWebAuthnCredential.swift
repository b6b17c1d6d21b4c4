// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A passkey.
public protocol AuthWebAuthnCredential: Sendable {
    /// The passkey's id.
    var credentialId: String { get }

    /// When it was registered.
    var createdAt: Date { get }

    /// The domain it is for.
    var relyingPartyId: String { get }

    /// The user's name for the passkey.
    var friendlyName: String? { get }
}
