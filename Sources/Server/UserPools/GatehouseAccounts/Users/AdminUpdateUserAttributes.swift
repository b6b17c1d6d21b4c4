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
    /// A new address or phone number gets a code if the pool verifies it, unless the request marks it as verified. An
    /// alias that the request marks as verified is taken from another user, whose attribute becomes unverified.
    package func adminUpdateUserAttributes(
        _ request: AdminUpdateUserAttributesRequest
    ) async throws(ServiceFault) -> AdminUpdateUserAttributesResponse {
        try await pools.attributeChanges.change(
            of: request.username, inPool: request.userPoolId, metadata: request.clientMetadata
        ) { pool in
            try UserAttributes.changes(request.userAttributes, in: pool, by: .administrator)
        }
        return AdminUpdateUserAttributesResponse()
    }
}
