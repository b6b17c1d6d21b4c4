// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns a client, with its secret if it has one.
    package func describeUserPoolClient(
        _ request: DescribeUserPoolClientRequest
    ) async throws(ServiceFault) -> DescribeUserPoolClientResponse {
        let client = try await records.read { store in
            try store.existingClient(request.clientId, inPool: request.userPoolId)
        }
        return DescribeUserPoolClientResponse(userPoolClient: try pools.clientSecrets.printed(client))
    }
}
