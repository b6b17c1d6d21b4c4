// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import Foundation
import GatehouseWire

/// A passkey of a user, as the user pool has it.
package struct UserPasskey: Sendable, Equatable {
    package let id: String
    package let createdAt: Date
    /// The domain it is for.
    package let relyingPartyID: String
    /// What the user pool calls it; nil if it has no name for it.
    package let friendlyName: String?
}

extension SessionEngine {
    /// Makes a passkey for the signed-in user: `StartWebAuthnRegistration`, the authenticator, and
    /// `CompleteWebAuthnRegistration`.
    ///
    /// - Throws: `SessionError`; `.passkey` if there is none in the end.
    package func associatePasskey() async throws(SessionError) {
        let options = try await callAsUser(StartWebAuthnRegistrationOperation.self) {
            StartWebAuthnRegistrationRequest(accessToken: $0)
        }
        let registration = try await authenticator.registration(options.credentialCreationOptions.json())
        guard let credential = try? WireValue(json: registration) else {
            throw .passkey(.failed("The authenticator's answer is not JSON."))
        }
        _ = try await callAsUser(CompleteWebAuthnRegistrationOperation.self) {
            CompleteWebAuthnRegistrationRequest(accessToken: $0, credential: credential)
        }
    }

    /// The signed-in user's passkeys: `ListWebAuthnCredentials`.
    ///
    /// - Parameters:
    ///   - pageSize: how many at most.
    ///   - nextToken: where the last page ended.
    /// - Returns: the passkeys, and where the page ended if there are more.
    /// - Throws: `SessionError`.
    package func passkeys(
        pageSize: Int,
        nextToken: String?
    ) async throws(SessionError) -> (passkeys: [UserPasskey], nextToken: String?) {
        let answer = try await callAsUser(ListWebAuthnCredentialsOperation.self) {
            ListWebAuthnCredentialsRequest(accessToken: $0, nextToken: nextToken, maxResults: pageSize)
        }
        return (answer.credentials.map(UserPasskey.init), answer.nextToken)
    }

    /// Takes a passkey from the signed-in user: `DeleteWebAuthnCredential`.
    ///
    /// - Throws: `SessionError`.
    package func deletePasskey(_ id: String) async throws(SessionError) {
        _ = try await callAsUser(DeleteWebAuthnCredentialOperation.self) {
            DeleteWebAuthnCredentialRequest(accessToken: $0, credentialId: id)
        }
    }
}

extension UserPasskey {
    fileprivate init(_ description: WebAuthnCredentialDescription) {
        id = description.credentialId
        createdAt = description.createdAt
        relyingPartyID = description.relyingPartyId
        let name = description.friendlyCredentialName
        friendlyName = name.isEmpty ? nil : name
    }
}
