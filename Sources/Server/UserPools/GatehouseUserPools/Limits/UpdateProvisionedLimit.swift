// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Keeps a limit for a category of operations in the request's region, between the free one and the highest.
    ///
    /// Nothing acts on it: Gatehouse limits addresses and users' accounts, and no category as a whole.
    package func updateProvisionedLimit(
        _ request: UpdateProvisionedLimitRequest
    ) async throws(ServiceFault) -> UpdateProvisionedLimitResponse {
        let category = try APICategory(request.limitDefinition)
        let (limit, region) = (request.requestedLimitValue, context.region)
        guard limit >= category.freeLimit else {
            throw .invalidParameter("RequestedLimitValue must be \(category.freeLimit), the free limit, or more.")
        }
        guard limit <= category.highestLimit else {
            throw ServiceFault(
                .serviceQuotaExceeded,
                "The limit of \(category.rawValue) can be \(category.highestLimit) requests per second at most.")
        }
        try await pools.write { try $0.putProvisionedLimit(limit, of: category, inRegion: region) }
        return UpdateProvisionedLimitResponse(limit: LimitType(category, limit: limit))
    }
}
