// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a page of a pool's clients, in the order of their ids.
    package func listUserPoolClients(
        _ request: ListUserPoolClientsRequest
    ) async throws(ServiceFault) -> ListUserPoolClientsResponse {
        let poolID = request.userPoolId
        let page = try await records.page(
            of: "clients of \(poolID)", token: request.nextToken, limit: request.maxResults,
            position: \AppClientRecord.id
        ) { store, after, limit in
            _ = try store.existingPool(poolID)
            // Gatehouse has no dynamic registration of clients, so lists of such clients are empty.
            guard request.clientType ?? .regular == .regular else { return [] }
            return try store.appClients(ofPool: poolID, after: after, limit: limit)
        }
        return ListUserPoolClientsResponse(
            userPoolClients: page.elements.map(\.summary), nextToken: page.nextToken)
    }
}

extension AppClientRecord {
    fileprivate var summary: UserPoolClientDescription {
        UserPoolClientDescription(clientId: id, userPoolId: poolID, clientName: description.clientName)
    }
}
