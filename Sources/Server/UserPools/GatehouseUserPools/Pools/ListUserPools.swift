// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns a page of the pools in the region of the request's signature, in the order of their ids.
    package func listUserPools(_ request: ListUserPoolsRequest) async throws(ServiceFault) -> ListUserPoolsResponse {
        // An id begins with its region, so the pools of a region are adjacent in the index.
        let prefix = context.region + "_"
        let page = try await pools.records.page(
            of: "pools in \(context.region)", token: request.nextToken, limit: request.maxResults,
            position: \UserPoolRecord.id
        ) { store, after, limit in
            Array(try store.userPools(after: after ?? prefix, limit: limit).prefix { $0.id.hasPrefix(prefix) })
        }
        return ListUserPoolsResponse(userPools: page.elements.map(\.summary), nextToken: page.nextToken)
    }
}

extension UserPoolRecord {
    fileprivate var summary: UserPoolDescriptionType {
        UserPoolDescriptionType(
            id: id, name: description.name, lambdaConfig: description.lambdaConfig, lastModifiedDate: modifiedAt,
            creationDate: createdAt)
    }
}
