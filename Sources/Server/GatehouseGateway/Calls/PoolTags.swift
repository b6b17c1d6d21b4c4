// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseIdentityPools
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire

/// Reads the tags of user pools and identity pools, which policies compare.
struct PoolTags: Sendable {
    let userPools: UserPools
    let identityPools: IdentityPools

    /// The tags of the pool that an ARN names; none for another resource and for an unknown pool.
    /// - Throws: the fault of a failing store.
    func tags(of arn: String) async throws(ServiceFault) -> [String: String] {
        let parts = arn.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, let slash = parts[5].firstIndex(of: "/") else { return [:] }
        let id = String(parts[5][parts[5].index(after: slash)...])
        switch parts[5][..<slash] {
        case "userpool": return try await userPools.tags(ofPool: id)
        case "identitypool": return try await identityPools.tags(ofPool: id)
        default: return [:]
        }
    }
}
