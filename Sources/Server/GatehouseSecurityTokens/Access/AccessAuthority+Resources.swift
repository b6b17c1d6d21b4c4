// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
package import GatehouseCore
package import GatehouseWire

extension AccessAuthority {
    /// The resources on which policies do not permit an action of a request that is signed for a region; none for an
    /// administrator, all for a user or a role that was deleted.
    ///
    /// Where roles are not managed, the role of an identity pool's session permits everything: the API has rules of its
    /// own about identities. The policies of the session count there, too.
    ///
    /// The policies are read once, whatever the number of resources is.
    /// - Throws: the fault of a failing store.
    package func refused(
        _ action: String, on resources: some Collection<String>, to principal: Principal,
        from sourceAddress: String, inRegion region: String
    ) async throws(ServiceFault) -> [String] {
        let grants = try await grants(of: principal, unmanaged: .everything)
        let context = context(of: principal, sourceAddress: sourceAddress, region: region)
        return resources.filter { resource in
            grants.verdict(on: AccessRequest(action: action, resource: resource, context: context)) != .allowed
        }
    }
}
