// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseWire

extension UserPoolsService {
    /// Prints whether a pool asks for a second factor.
    package func getUserPoolMfaConfig(
        _ request: GetUserPoolMfaConfigRequest
    ) async throws(ServiceFault) -> GetUserPoolMfaConfigResponse {
        let pool = try await pools.read { try $0.existingPool(request.userPoolId) }
        return GetUserPoolMfaConfigResponse(mfaConfiguration: pool.description.mfaConfiguration)
    }
}
