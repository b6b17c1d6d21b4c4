// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes the software token of a user, even one that is being set up; a user without one is not an error.
    package func adminDeleteSoftwareToken(
        _ request: AdminDeleteSoftwareTokenRequest
    ) async throws(ServiceFault) -> AdminDeleteSoftwareTokenResponse {
        let now = clock.now
        try await records.write { store in
            let user = try store.existingUser(request.username, in: store.existingPool(request.userPoolId))
            var mfa = user.mfa
            mfa.softwareToken = nil
            mfa.pendingSecret = nil
            mfa.set(.softwareToken, enabled: false, preferred: false)
            try store.save(mfa, of: user, at: now)
        }
        return AdminDeleteSoftwareTokenResponse()
    }
}
