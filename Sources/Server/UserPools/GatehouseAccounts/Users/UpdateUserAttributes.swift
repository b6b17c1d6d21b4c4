// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Changes the user's attributes, if the client may write them, and sends codes to new addresses and phone numbers.
    ///
    /// An empty value deletes the attribute.
    package func updateUserAttributes(
        _ request: UpdateUserAttributesRequest
    ) async throws(ServiceFault) -> UpdateUserAttributesResponse {
        let (user, client) = try await pools.callers.authorizedUser(request.accessToken)
        let pool = try await pools.read { try $0.existingPool(user.poolID) }
        try UserAttributes.checkMutable(request.userAttributes.map(\.name), in: pool)
        let values = try UserAttributes.changes(request.userAttributes, in: pool, by: .client(client))
        let sent = try await pools.attributeChanges.change(
            values, of: user, in: pool, by: client, metadata: request.clientMetadata)
        return UpdateUserAttributesResponse(
            codeDeliveryDetailsList: sent.isEmpty ? nil : sent.map(\.details))
    }
}

extension UserAttributes {
    /// Checks that users can change these attributes.
    ///
    /// - Throws: `InvalidParameterException` with the name of the first immutable attribute.
    static func checkMutable(_ names: [String], in pool: UserPoolRecord) throws(ServiceFault) {
        let fixed = (pool.description.schemaAttributes ?? []).filter { $0.mutable == false }.compactMap(\.name)
        for name in names where fixed.contains(name) || ["email_verified", "phone_number_verified"].contains(name) {
            throw .invalidParameter("Cannot modify the non-mutable attribute \(name)")
        }
    }
}
