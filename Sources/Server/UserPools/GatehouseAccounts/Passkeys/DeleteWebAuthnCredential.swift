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
    package func deleteWebAuthnCredential(
        _ request: DeleteWebAuthnCredentialRequest
    ) async throws(ServiceFault) -> DeleteWebAuthnCredentialResponse {
        let (user, _) = try await callers.authorizedUser(request.accessToken)
        guard let id = Base64URL.decode(request.credentialId), !id.isEmpty else { throw .noSuchPasskey }
        try await records.write { store in
            guard try store.deletePasskey(id, ofUser: user.sub, inPool: user.poolID) else {
                throw ServiceFault.noSuchPasskey
            }
        }
        return DeleteWebAuthnCredentialResponse()
    }
}
