// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import Foundation
import GatehouseWire

/// A passkey of a user, as the user pool has it.
package struct UserPasskey: Sendable, Equatable {
    /// The credential id, base64url without padding.
    package let id: String
    /// The time of the registration.
    package let createdAt: Date
    /// The domain it is for.
    package let relyingPartyID: String
    /// The name of the passkey in the user pool; nil if it has none.
    package let friendlyName: String?
}

extension SessionEngine {
    /// Makes a passkey for the signed-in user: `StartWebAuthnRegistration`, the authenticator, and
    /// `CompleteWebAuthnRegistration`.
    ///
    /// Both requests together keep the deadline; the user has the time in the service's options.
    ///
    /// - Throws: `SessionError`; `.passkey` if there is none in the end.
    package func associatePasskey() async throws(SessionError) {
        var allowance = Allowance(deadline)
        let options = try await allowance.spend { [self] () async throws(SessionError) -> WireValue in
            try await callAsUser(StartWebAuthnRegistrationOperation.self) {
                StartWebAuthnRegistrationRequest(accessToken: $0)
            }.credentialCreationOptions
        }
        let names = try currentNames()
        let registration = try await show(openDialog(), options.json()) { authenticator, options throws(PasskeyError) in
            try await authenticator.register(options, names: names)
        }
        guard let credential = try? WireValue(json: registration) else {
            throw .passkey(.failed("The authenticator's answer is not JSON."))
        }
        try await allowance.spend { [self] () async throws(SessionError) in
            _ = try await callAsUser(CompleteWebAuthnRegistrationOperation.self) {
                CompleteWebAuthnRegistrationRequest(accessToken: $0, credential: credential)
            }
        }
    }

    /// The signed-in user's passkeys: `ListWebAuthnCredentials`.
    ///
    /// - Parameters:
    ///   - pageSize: how many at most.
    ///   - nextToken: where the last page ended.
    /// - Returns: the passkeys, without those that lack their id, date or domain, and where the page ended if there are
    ///   more.
    /// - Throws: `SessionError`.
    package func passkeys(
        pageSize: Int,
        nextToken: String?
    ) async throws(SessionError) -> (passkeys: [UserPasskey], nextToken: String?) {
        let answer = try await callAsUser(ListWebAuthnCredentialsOperation.self) {
            ListWebAuthnCredentialsRequest(accessToken: $0, nextToken: nextToken, maxResults: pageSize)
        }
        return (answer.credentials.compactMap(UserPasskey.init), answer.nextToken)
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
    /// Reads a passkey; nil for one that lacks something.
    fileprivate init?(_ description: WebAuthnCredentialDescription) {
        if description.credentialId.isEmpty || description.relyingPartyId.isEmpty { return nil }
        if description.createdAt == .absent { return nil }
        id = description.credentialId
        createdAt = description.createdAt
        relyingPartyID = description.relyingPartyId
        let name = description.friendlyCredentialName
        friendlyName = name.isEmpty ? nil : name
    }
}
