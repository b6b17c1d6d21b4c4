// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Changes attributes; an empty value deletes one.
    ///
    /// A new address or phone number gets a code if the pool verifies it, unless the request marks it as verified.
    package func adminUpdateUserAttributes(
        _ request: AdminUpdateUserAttributesRequest
    ) async throws(ServiceFault) -> AdminUpdateUserAttributesResponse {
        try await pools.changeAttributes(
            of: request.username, inPool: request.userPoolId, metadata: request.clientMetadata
        ) { pool in
            try UserAttributes.changes(request.userAttributes, in: pool, by: .administrator)
        }
        return AdminUpdateUserAttributesResponse()
    }
}

extension UserPools {
    /// Saves an administrator's change, then sends the codes that it needs.
    func changeAttributes(
        of username: String, inPool poolID: String, metadata: [String: String]? = nil,
        _ values: @escaping @Sendable (UserPoolRecord) throws -> [String: String]
    ) async throws(ServiceFault) {
        let now = clock.now
        let codes = try await write { store in
            let pool = try store.existingPool(poolID)
            let user = try store.existingUser(username, in: pool)
            let update = try AttributeUpdate(values(pool), of: user, in: pool, at: now)
            let occasion = MessageOccasion(to: update.user, in: pool, by: nil, metadata: metadata)
            return try save(update, on: occasion, in: store)
        }
        try await messages.send(codes.map(\.message))
    }
}
