// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a page of a pool's resource servers, in the order of their identifiers.
    package func listResourceServers(
        _ request: ListResourceServersRequest
    ) async throws(ServiceFault) -> ListResourceServersResponse {
        let page = try await records.page(
            of: "resource servers of \(request.userPoolId)", token: request.nextToken,
            limit: request.maxResults ?? 50, position: { (server: ResourceServerType) in server.identifier ?? "" }
        ) { store, after, limit in
            try store.resourceServers(inPool: store.existingPool(request.userPoolId).id, after: after, limit: limit)
        }
        return ListResourceServersResponse(resourceServers: page.elements.map(\.printed), nextToken: page.nextToken)
    }
}
