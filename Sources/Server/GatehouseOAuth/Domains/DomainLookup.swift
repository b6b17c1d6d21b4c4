// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseSites
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

/// Finds the domains of user pools by their places.
package struct DomainLookup: Sendable {
    private typealias Found = (domain: UserPoolDomainRecord, pool: UserPoolRecord)

    private let pools: UserPools
    private let hosts: DomainHosts
    private let base: BaseURL

    /// Creates the lookup for the domains of all pools.
    package init(_ pools: UserPools) {
        self.pools = pools
        hosts = DomainHosts(pools.deployment)
        base = BaseURL(pools.deployment.baseURL)
    }

    /// Returns the domain at a place; `nil` if there is none.
    ///
    /// A custom domain is found by its whole name. A prefix is found below the host of the base URL, and below the
    /// service's domain of the pool's region. Only names that a domain has or had are looked up in the store.
    /// - Throws: the error of the store.
    package func domain(at place: DomainPlace) async throws(ServiceFault) -> HostedDomain? {
        let found: Found? =
            switch place {
            case .path(let name): try await find(name.description)
            case .host(let name): try await find(atHost: name.description)
            }
        return found.map { HostedDomain($0.domain, of: $0.pool, at: place, in: pools.deployment, below: base) }
    }

    /// Returns the domain under a host name; a prefix has precedence over the custom domain of another pool.
    private func find(atHost name: String) async throws(ServiceFault) -> Found? {
        let custom = try await find(name).flatMap { $0.domain.kind == .custom ? $0 : nil }
        for prefix in hosts.prefixes(at: name) {
            guard let found = try await find(prefix.name), prefix.isServed(forPool: found.pool.id),
                found.pool.id != custom?.pool.id
            else { continue }
            return found
        }
        return custom
    }

    private func find(_ name: String) async throws(ServiceFault) -> Found? {
        guard try await pools.domainNames.contains(name, in: pools.records, at: pools.clock.now) else { return nil }
        return try await pools.records.read { store in
            try store.domain(name).flatMap { domain in
                try store.userPool(domain.poolID).map { (domain: domain, pool: $0) }
            }
        }
    }
}
