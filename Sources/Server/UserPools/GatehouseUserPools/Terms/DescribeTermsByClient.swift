// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a client's terms document with a name.
    package func describeTermsByClient(
        _ request: DescribeTermsByClientRequest
    ) async throws(ServiceFault) -> DescribeTermsByClientResponse {
        let terms = try await records.read { store in
            let client = try store.existingClient(request.clientId, inPool: request.userPoolId)
            guard let terms = try store.terms(named: request.termsName, ofClient: client.id, inPool: client.poolID)
            else { throw ServiceFault(.resourceNotFound, "The app client has no terms named \(request.termsName).") }
            return terms
        }
        return DescribeTermsByClientResponse(terms: terms)
    }
}
