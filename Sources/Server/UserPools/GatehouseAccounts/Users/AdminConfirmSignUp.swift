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
    /// Confirms a user without a code; no attribute becomes verified.
    package func adminConfirmSignUp(
        _ request: AdminConfirmSignUpRequest
    ) async throws(ServiceFault) -> AdminConfirmSignUpResponse {
        let now = pools.clock.now
        let (user, pool) = try await pools.write { store in
            let pool = try store.existingPool(request.userPoolId)
            var user = try store.existingUser(request.username, in: pool)
            try user.confirm(at: now)
            try store.update(user)
            return (user, pool)
        }
        try await pools.triggers.postConfirmation(
            .confirmSignUp, of: user, in: pool, by: nil, metadata: request.clientMetadata)
        return AdminConfirmSignUpResponse()
    }
}

extension UserRecord {
    /// Sets an unconfirmed user to confirmed.
    ///
    /// - Throws: `NotAuthorizedException` for a user with another status.
    mutating func confirm(at now: Date) throws(ServiceFault) {
        try checkUnconfirmed()
        status = .confirmed
        modifiedAt = now
    }

    /// Checks that the user is unconfirmed.
    ///
    /// - Throws: `NotAuthorizedException` for a user with another status.
    func checkUnconfirmed() throws(ServiceFault) {
        guard status == .unconfirmed else {
            throw ServiceFault(
                .notAuthorized, "User cannot be confirmed. Current status is \(status.rawValue)")
        }
    }
}
