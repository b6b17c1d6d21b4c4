// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a page of a pool's terms documents, in the order of their ids.
    package func listTerms(_ request: ListTermsRequest) async throws(ServiceFault) -> ListTermsResponse {
        let page = try await records.page(
            of: "terms of \(request.userPoolId)", token: request.nextToken, limit: request.maxResults,
            position: \TermsType.termsId
        ) { store, after, limit in
            try store.terms(inPool: store.existingPool(request.userPoolId).id, after: after, limit: limit)
        }
        return ListTermsResponse(
            terms: page.elements.map { terms in
                TermsDescriptionType(
                    termsId: terms.termsId, termsName: terms.termsName, enforcement: terms.enforcement,
                    creationDate: terms.creationDate, lastModifiedDate: terms.lastModifiedDate)
            },
            nextToken: page.nextToken)
    }
}
