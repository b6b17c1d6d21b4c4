// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWebAuthn
package import GatehouseWire

extension AccessTokenOperations {
    /// Returns the user's passkeys, the oldest first.
    package func listWebAuthnCredentials(
        _ request: ListWebAuthnCredentialsRequest
    ) async throws(ServiceFault) -> ListWebAuthnCredentialsResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        let (page, nextToken) = try await records.page(
            of: "passkeys|\(user.poolID)|\(user.sub)", token: request.nextToken,
            limit: request.maxResults.flatMap { $0 == 0 ? nil : $0 } ?? PasskeyRecord.maximumPerUser,
            position: \.place
        ) { store, after, limit in
            // A user has at most twenty passkeys. A position stays valid after its passkey is deleted.
            let all = try store.passkeys(ofUser: user.sub, inPool: user.poolID)
            return Array(all.sorted { $0.place < $1.place }.filter { $0.place > after ?? "" }.prefix(limit))
        }
        return ListWebAuthnCredentialsResponse(
            credentials: page.map(WebAuthnCredentialDescription.init), nextToken: nextToken)
    }
}

extension PasskeyRecord {
    /// The position of the passkey in lists; thirteen digits of milliseconds last until the year 2286.
    fileprivate var place: String {
        let milliseconds = String(Int(createdAt.timeIntervalSince1970 * 1_000))
        return String(repeating: "0", count: max(0, 13 - milliseconds.count)) + milliseconds + wireID
    }
}

extension WebAuthnCredentialDescription {
    fileprivate init(_ passkey: PasskeyRecord) {
        self.init(
            credentialId: passkey.wireID, friendlyCredentialName: AuthenticatorName.of(passkey),
            relyingPartyId: passkey.relyingPartyID, authenticatorAttachment: passkey.attachment?.rawValue,
            authenticatorTransports: passkey.transports, createdAt: passkey.createdAt)
    }
}

extension AccessTokenOperations {
    /// Deletes one of the user's passkeys.
    ///
    /// Proofs of the user's passkeys from before do not count any more, whichever of them made the proof.
    package func deleteWebAuthnCredential(
        _ request: DeleteWebAuthnCredentialRequest
    ) async throws(ServiceFault) -> DeleteWebAuthnCredentialResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        guard let id = Base64URL.decode(request.credentialId), !id.isEmpty else { throw .noSuchPasskey }
        let now = clock.now
        try await records.write { store in
            guard try store.deletePasskey(id, ofUser: user.sub, inPool: user.poolID) else {
                throw ServiceFault.noSuchPasskey
            }
            guard var owner = try store.user(user.sub, inPool: user.poolID) else { return }
            owner.mfa.notePasskeyRemoval(at: now)
            try store.update(owner)
        }
        return DeleteWebAuthnCredentialResponse()
    }
}
