// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a page of users.
    ///
    /// A page begins after a user and not at an offset, so that new or deleted users do not shift it.
    package func listUsers(_ request: ListUsersRequest) async throws(ServiceFault) -> ListUsersResponse {
        let filter = try UserFilter(parsing: request.filter ?? "")
        let limit = request.limit.flatMap { $0 == 0 ? nil : $0 } ?? 60
        var start: String?
        if let token = request.paginationToken {
            start = try records.pageTokens.open(token, list: request.userPoolId)
        }
        let users = try await records.read { [start] store in
            let pool = try store.existingPool(request.userPoolId)
            try UserAttributes.checkKnown(request.attributesToGet ?? [], in: pool)
            return try store.users(inPool: request.userPoolId, after: start, limit: limit + 1, filter: filter)
        }
        let wanted = request.attributesToGet.map(Set.init)
        return ListUsersResponse(
            users: users.prefix(limit).map { UserType($0, onlyAttributes: wanted) },
            paginationToken: users.count > limit
                ? records.pageTokens.seal(users[limit - 1].sub, list: request.userPoolId) : nil)
    }
}

extension UserAttributes {
    /// Checks that the pool has these attributes.
    ///
    /// - Throws: `InvalidParameterException` with the name of the first one that it does not have.
    fileprivate static func checkKnown(_ names: [String], in pool: UserPoolRecord) throws(ServiceFault) {
        let known = Set((pool.description.schemaAttributes ?? []).compactMap(\.name))
        for name in names where !known.contains(name) {
            throw .invalidParameter("Invalid AttributesToGet: \(name) is not an attribute of the user pool.")
        }
    }
}
