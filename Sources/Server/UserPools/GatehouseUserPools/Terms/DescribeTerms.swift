// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a terms document.
    package func describeTerms(_ request: DescribeTermsRequest) async throws(ServiceFault) -> DescribeTermsResponse {
        DescribeTermsResponse(
            terms: try await records.read { try $0.existingTerms(request.termsId, inPool: request.userPoolId) })
    }
}
