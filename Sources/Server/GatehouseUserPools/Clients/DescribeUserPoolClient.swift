// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseWire

extension UserPoolsService {
    /// Prints a client, with its secret if it has one.
    package func describeUserPoolClient(
        _ request: DescribeUserPoolClientRequest
    ) async throws(ServiceFault) -> DescribeUserPoolClientResponse {
        let client = try await pools.read { store in
            guard let client = try store.appClient(request.clientId), client.poolID == request.userPoolId else {
                throw ServiceFault.noSuchClient(request.clientId)
            }
            return client
        }
        var printed = client.description
        printed.clientSecret = try pools.clientSecrets.firstSecret(of: client)
        return DescribeUserPoolClientResponse(userPoolClient: printed)
    }
}
