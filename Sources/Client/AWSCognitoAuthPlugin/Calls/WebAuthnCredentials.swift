// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Lists the signed-in user's passkeys, page by page.
    ///
    /// - Returns: passkeys of the type `AWSCognitoWebAuthnCredential`.
    /// - Throws: `AuthError`.
    public func listWebAuthnCredentials(
        options: AuthListWebAuthnCredentialsRequest.Options? = nil
    ) async throws -> AuthListWebAuthnCredentialsResult {
        let options = options ?? AuthListWebAuthnCredentialsRequest.Options()
        let (pageSize, nextToken) = (Int(clamping: options.pageSize), options.nextToken)
        let event = HubPayload.EventName.Auth.listWebAuthnCredentialsAPI
        return try await run(event, .userPool) { engine throws(SessionError) in
            try await engine.passkeys(pageSize: pageSize, nextToken: nextToken)
        } answer: { page in
            AuthListWebAuthnCredentialsResult(
                credentials: page.passkeys.map(AWSCognitoWebAuthnCredential.init),
                nextToken: page.nextToken
            )
        }
    }
}

extension AWSCognitoWebAuthnCredential {
    fileprivate init(_ passkey: UserPasskey) {
        self.init(
            credentialId: passkey.id,
            createdAt: passkey.createdAt,
            relyingPartyId: passkey.relyingPartyID,
            friendlyName: passkey.friendlyName
        )
    }
}

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

extension AWSCognitoAuthPlugin {
    #if os(visionOS)
    /// Makes a passkey for the signed-in user: where the system keeps them, above the anchor, or with the authenticator
    /// that the plugin was made with.
    ///
    /// - Throws: `AuthError`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await associate(above: presentationAnchor)
    }
    #else
    /// Makes a passkey for the signed-in user: where the system keeps them, above the anchor, or with the authenticator
    /// that the plugin was made with.
    ///
    /// - Throws: `AuthError`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await associate(above: presentationAnchor)
    }
    #endif

    private func associate(above anchor: AuthUIPresentationAnchor?) async throws {
        let event = HubPayload.EventName.Auth.associateWebAuthnCredentialAPI
        try await run(event, .userPool, above: anchor) { engine throws(SessionError) in
            try await engine.associatePasskey()
        } answer: {
        }
    }
}

extension AWSCognitoAuthPlugin {
    /// Takes a passkey from the signed-in user.
    ///
    /// - Throws: `AuthError`.
    public func deleteWebAuthnCredential(
        credentialId: String,
        options: AuthDeleteWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        let event = HubPayload.EventName.Auth.deleteWebAuthnCredentialAPI
        try await run(event, .userPool) { engine throws(SessionError) in
            try await engine.deletePasskey(credentialId)
        } answer: {
        }
    }
}
