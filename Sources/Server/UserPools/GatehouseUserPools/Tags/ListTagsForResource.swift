// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a pool's tags.
    package func listTagsForResource(
        _ request: ListTagsForResourceRequest
    ) async throws(ServiceFault) -> ListTagsForResourceResponse {
        let pool = try await records.read { try $0.existingPool(arn: request.resourceArn) }
        return ListTagsForResourceResponse(tags: pool.description.userPoolTags ?? [:])
    }
}

extension UserPools {
    /// The tags of a pool; none for an unknown one.
    /// - Throws: the fault of a failing store.
    package func tags(ofPool id: String) async throws(ServiceFault) -> [String: String] {
        try await records.read { try $0.userPool(id)?.description.userPoolTags ?? [:] }
    }
}
