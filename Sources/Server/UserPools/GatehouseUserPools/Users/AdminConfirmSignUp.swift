// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Confirms a user without a code; verifies nothing.
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
        try await pools.postConfirmation(
            .confirmSignUp, of: user, in: pool, by: nil, metadata: request.clientMetadata)
        return AdminConfirmSignUpResponse()
    }
}

extension UserRecord {
    /// Moves an unconfirmed user to confirmed.
    /// - Throws: `NotAuthorizedException` in any other state.
    mutating func confirm(at now: Date) throws(ServiceFault) {
        try checkUnconfirmed()
        status = .confirmed
        modifiedAt = now
    }

    /// - Throws: `NotAuthorizedException` for a user who is confirmed or was made by an administrator.
    func checkUnconfirmed() throws(ServiceFault) {
        guard status == .unconfirmed else {
            throw ServiceFault(
                .notAuthorized, "User cannot be confirmed. Current status is \(status.rawValue)")
        }
    }
}
