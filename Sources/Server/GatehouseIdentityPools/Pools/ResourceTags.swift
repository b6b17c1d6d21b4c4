// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

/// The tags of an identity pool.
enum ResourceTags {
    /// The service's quota of tags for a resource.
    static let maximum = 50
}

extension IdentityPools {
    /// The tags of a pool; none for an unknown one.
    /// - Throws: the fault of a failing store.
    package func tags(ofPool id: String) async throws(ServiceFault) -> [String: String] {
        try await ServiceFault.translating {
            try await store.read { try $0.identityPool(id)?.description.identityPoolTags ?? [:] }
        }
    }
}

extension IdentityPoolsService {
    /// Adds tags to an identity pool, or replaces their values.
    /// - Throws: `ResourceNotFoundException`, `InvalidParameterException` for too many tags.
    package func tagResource(
        _ request: TagResourceInput
    ) async throws(ServiceFault) -> CognitoIdentityTagResourceResponse {
        try await changeTags(of: request.resourceArn, "TagResource") { tags in
            tags.merge(request.tags) { _, new in new }
        }
        return CognitoIdentityTagResourceResponse()
    }

    /// Removes tags from an identity pool; a key that it does not have is not an error.
    /// - Throws: `ResourceNotFoundException`.
    package func untagResource(
        _ request: UntagResourceInput
    ) async throws(ServiceFault) -> CognitoIdentityUntagResourceResponse {
        try await changeTags(of: request.resourceArn, "UntagResource") { tags in
            for key in request.tagKeys { tags[key] = nil }
        }
        return CognitoIdentityUntagResourceResponse()
    }

    /// Returns the tags of an identity pool.
    /// - Throws: `ResourceNotFoundException`.
    package func listTagsForResource(
        _ request: ListTagsForResourceInput
    ) async throws(ServiceFault) -> CognitoIdentityListTagsForResourceResponse {
        let id = try poolID(of: request.resourceArn)
        try admitAdministrator(to: "ListTagsForResource", onPool: id)
        let pool = try await read { try $0.existingPool(id) }
        return CognitoIdentityListTagsForResourceResponse(tags: pool.description.identityPoolTags ?? [:])
    }

    private func changeTags(
        of arn: String, _ operation: String, _ change: @escaping @Sendable (inout [String: String]) -> Void
    ) async throws(ServiceFault) {
        let id = try poolID(of: arn)
        try admitAdministrator(to: operation, onPool: id)
        let now = pools.clock.now
        try await write { store in
            var pool = try store.existingPool(id)
            var tags = pool.description.identityPoolTags ?? [:]
            change(&tags)
            guard tags.count <= ResourceTags.maximum else { throw ServiceFault.tooManyTags }
            pool.description.identityPoolTags = tags
            pool.modifiedAt = now
            try store.update(pool)
        }
    }

    /// The pool that an ARN names.
    /// - Throws: `ResourceNotFoundException` for any other resource.
    private func poolID(of arn: String) throws(ServiceFault) -> String {
        let marker = ":identitypool/"
        guard let end = arn.firstRange(of: marker)?.upperBound else { throw .unknownResource(arn) }
        let id = String(arn[end...])
        guard self.arn(ofPool: id).utf8.elementsEqual(arn.utf8) else { throw .unknownResource(arn) }
        return id
    }
}
