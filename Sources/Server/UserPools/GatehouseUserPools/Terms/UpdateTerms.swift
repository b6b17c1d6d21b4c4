// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Changes a terms document; members that the request omits keep their values.
    package func updateTerms(_ request: UpdateTermsRequest) async throws(ServiceFault) -> UpdateTermsResponse {
        let now = clock.now
        let changed = try await records.write { store in
            var terms = try store.existingTerms(request.termsId, inPool: request.userPoolId)
            terms.termsName = request.termsName ?? terms.termsName
            terms.termsSource = request.termsSource ?? terms.termsSource
            terms.enforcement = request.enforcement ?? terms.enforcement
            terms.links = request.links ?? terms.links
            terms.lastModifiedDate = now
            do {
                try store.update(terms)
            } catch StoreConflict.taken(let name) {
                throw ServiceFault.termsExist(name)
            }
            return terms
        }
        return UpdateTermsResponse(terms: changed)
    }
}
