// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Removes a terms document.
    package func deleteTerms(_ request: DeleteTermsRequest) async throws(ServiceFault) {
        try await records.write { store in
            let terms = try store.existingTerms(request.termsId, inPool: request.userPoolId)
            try store.deleteTerms(terms.termsId, inPool: terms.userPoolId)
        }
    }
}
