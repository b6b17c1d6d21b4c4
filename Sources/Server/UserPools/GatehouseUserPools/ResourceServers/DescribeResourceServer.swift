// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a resource server with its scopes.
    package func describeResourceServer(
        _ request: DescribeResourceServerRequest
    ) async throws(ServiceFault) -> DescribeResourceServerResponse {
        let server = try await records.read { store in
            try store.existingResourceServer(request.identifier, inPool: request.userPoolId)
        }
        return DescribeResourceServerResponse(resourceServer: server.printed)
    }
}
