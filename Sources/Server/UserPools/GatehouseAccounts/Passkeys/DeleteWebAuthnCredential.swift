// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

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
