// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns the limit of an API category in the request's region: the one that was set, else Cognito's default.
    ///
    /// The limit has no effect: Gatehouse limits the requests of client addresses and of user accounts, not of
    /// categories.
    package func getProvisionedLimit(
        _ request: GetProvisionedLimitRequest
    ) async throws(ServiceFault) -> GetProvisionedLimitResponse {
        let category = try APICategory(request.limitDefinition)
        let region = context.region
        let limit = try await records.read { try $0.provisionedLimit(of: category, inRegion: region) }
        return GetProvisionedLimitResponse(limit: LimitType(category, limit: limit ?? category.freeLimit))
    }
}

extension APICategory {
    /// Creates the category that a definition names.
    ///
    /// - Throws: `InvalidParameterException` for other attributes than `Category` or none, and
    ///   `ResourceNotFoundException` for a category that Cognito does not have.
    init(_ definition: LimitDefinitionType) throws(ServiceFault) {
        guard let name = definition.attributes["Category"] else { throw .missingParameter("Category") }
        guard definition.attributes.count == 1 else {
            throw .invalidParameter("The limits of \(definition.limitClass.rawValue) have no attribute but Category.")
        }
        guard let category = APICategory(rawValue: name) else {
            throw ServiceFault(.resourceNotFound, "API category \(name) does not exist.")
        }
        self = category
    }
}

extension LimitType {
    /// Creates the form of a category's limit in responses.
    init(_ category: APICategory, limit: Int) {
        self.init(
            limitDefinition: LimitDefinitionType(
                limitClass: .apiCategory, attributes: ["Category": category.rawValue]),
            provisionedLimitValue: limit, freeLimitValue: category.freeLimit)
    }
}
