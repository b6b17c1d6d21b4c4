// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseWire

extension UserPoolsService {
    /// The columns of a file of users to be imported: the standard attributes and the pool's own.
    package func getCSVHeader(_ request: GetCSVHeaderRequest) async throws(ServiceFault) -> GetCSVHeaderResponse {
        let pool = try await pools.read { try $0.existingPool(request.userPoolId) }
        let names = (pool.description.schemaAttributes ?? []).compactMap(\.name)
        let custom = names.filter { $0.hasPrefix("custom:") || $0.hasPrefix("dev:custom:") }
        return GetCSVHeaderResponse(
            userPoolId: pool.id,
            csvHeader: Self.standardColumns + custom + ["cognito:mfa_enabled", "cognito:username"])
    }

    private static let standardColumns = [
        "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile", "picture",
        "website", "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number",
        "phone_number_verified", "address", "updated_at",
    ]
}
