// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Prints the limit of a category of operations in the request's region: the one that was set, else Cognito's own.
    ///
    /// Nothing acts on it: Gatehouse limits addresses and users' accounts, and no category as a whole.
    package func getProvisionedLimit(
        _ request: GetProvisionedLimitRequest
    ) async throws(ServiceFault) -> GetProvisionedLimitResponse {
        let category = try APICategory(request.limitDefinition)
        let region = context.region
        let limit = try await pools.read { try $0.provisionedLimit(of: category, inRegion: region) }
        return GetProvisionedLimitResponse(limit: LimitType(category, limit: limit ?? category.freeLimit))
    }
}

extension APICategory {
    /// The category that a definition names.
    /// - Throws: `InvalidParameterException` for attributes other than `Category` or without it, and
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
    /// What the service prints of a category.
    init(_ category: APICategory, limit: Int) {
        self.init(
            limitDefinition: LimitDefinitionType(
                limitClass: .apiCategory, attributes: ["Category": category.rawValue]),
            provisionedLimitValue: limit, freeLimitValue: category.freeLimit)
    }
}
