// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Resets a user's password, and sends a code with which the user sets a new one.
    ///
    /// The old password is no longer valid for sign-ins, and the user's sessions end unless the server is configured to
    /// keep them.
    package func adminResetUserPassword(
        _ request: AdminResetUserPasswordRequest
    ) async throws(ServiceFault) -> AdminResetUserPasswordResponse {
        let now = pools.clock.now
        let code = try await pools.write { store in
            let pool = try store.existingPool(request.userPoolId)
            var user = try store.existingUser(request.username, in: pool)
            let destination = try user.requireReset(in: pool, at: now)
            let occasion = MessageOccasion(to: user, in: pool, by: nil, metadata: request.clientMetadata)
            let code = pools.messages.newCode(.passwordReset, as: .forgotPassword, to: destination, on: occasion)
            try store.update(user)
            try pools.sessionEnding.endSessions(ofReset: user, in: store, at: now)
            try code.save(in: store)
            return code
        }
        try await pools.messages.send(code.message)
        return AdminResetUserPasswordResponse()
    }
}

extension UserRecord {
    /// Sets the status of a user to `RESET_REQUIRED`.
    ///
    /// - Returns: The destination of the code.
    /// - Throws: the fault for a user whose status or attributes do not allow a reset.
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
