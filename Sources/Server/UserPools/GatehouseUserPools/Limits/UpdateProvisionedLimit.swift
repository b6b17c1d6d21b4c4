// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Sets the limit of an API category in the request's region, between the free limit and the highest.
    ///
    /// The limit has no effect: Gatehouse limits the requests of client addresses and of user accounts, not of
    /// categories.
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
        try await records.write { try $0.putProvisionedLimit(limit, of: category, inRegion: region) }
        return UpdateProvisionedLimitResponse(limit: LimitType(category, limit: limit))
    }
}
