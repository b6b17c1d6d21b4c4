// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Takes a domain from its pool; another pool may have it from then on.
    package func deleteUserPoolDomain(
        _ request: DeleteUserPoolDomainRequest
    ) async throws(ServiceFault) -> DeleteUserPoolDomainResponse {
        try await records.write { store in
            let domain = try store.existingDomain(request.domain, ofPool: request.userPoolId)
            var pool = try store.existingPool(domain.poolID)
            try store.deleteDomain(domain.name)
            pool.description[domain.kind] = nil
            try store.update(pool)
        }
        return DeleteUserPoolDomainResponse()
    }
}
