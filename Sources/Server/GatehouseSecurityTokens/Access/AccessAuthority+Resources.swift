// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
package import GatehouseCore
package import GatehouseWire

extension AccessAuthority {
    /// The resources on which policies do not permit an action of a request that is signed for a region; none for an
    /// administrator, all for a user or a role that was deleted.
    ///
    /// `isImplied` is whether the principal has the permission though no policy of its own gives it; then policies can
    /// only deny it, and those of the session restrict it. The policies are read once, whatever the number of resources
    /// is.
    /// - Throws: the fault of a failing store.
    package func refused(
        _ action: String, on resources: some Collection<String>, to principal: Principal, isImplied: Bool,
        from sourceAddress: String, inRegion region: String
    ) async throws(ServiceFault) -> [String] {
        let grants = try await grants(of: principal, unmanaged: isImplied ? .everything : nil)
        guard try await exists(principal) else { return Array(resources) }
        let context = context(of: principal, sourceAddress: sourceAddress, region: region)
        return resources.filter { resource in
            let request = AccessRequest(action: action, resource: resource, context: context)
            switch grants.verdict(on: request) {
            case .allowed: return false
            case .denied(let refusal):
                let isMissing = refusal.source == .identity && !refusal.isExplicit
                return !(isImplied && isMissing && grants.sessionAllows(request))
            }
        }
    }
}
