// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Makes the user choose a new password with a code that is sent now.
    ///
    /// The old one no longer signs in, and the user's sessions end unless the server is set to keep them.
    package func adminResetUserPassword(
        _ request: AdminResetUserPasswordRequest
    ) async throws(ServiceFault) -> AdminResetUserPasswordResponse {
        let now = pools.clock.now
        let code = try await pools.write { store in
            let pool = try store.existingPool(request.userPoolId)
            var user = try store.existingUser(request.username, in: pool)
            let destination = try user.requireReset(in: pool, at: now)
            let occasion = MessageOccasion(to: user, in: pool, by: nil, metadata: request.clientMetadata)
            let code = pools.newCode(.passwordReset, as: .forgotPassword, to: destination, on: occasion)
            try store.update(user)
            try pools.endSessions(ofReset: user, in: store, at: now)
            try code.save(in: store)
            return code
        }
        try await pools.send(code.message)
        return AdminResetUserPasswordResponse()
    }
}

extension UserRecord {
    /// Moves a user with a password of their own to `RESET_REQUIRED`.
    /// - Returns: where the code goes.
    /// - Throws: the fault for a user whose state or channels do not allow it.
    fileprivate mutating func requireReset(
        in pool: UserPoolRecord, at now: Date
    ) throws(ServiceFault) -> DeliveryDestination {
        guard isEnabled else { throw .disabledUser }
        guard status == .confirmed || status == .resetRequired else {
            throw ServiceFault(.notAuthorized, "User password cannot be reset in the current state.")
        }
        let destination = try DeliveryDestination.forRecovery(of: self, in: pool)
        status = .resetRequired
        modifiedAt = now
        return destination
    }
}
