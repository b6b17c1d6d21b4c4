// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseSites
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

/// Finds the domains of user pools by their places.
package struct DomainLookup: Sendable {
    /// A name that a domain at a place can have.
    private struct Candidate {
        let name: String
        let kind: UserPoolDomainRecord.Kind?
        /// The region that the pool must have.
        var region: String?
    }

    private let pools: UserPools
    private let baseHost: String?

    /// Creates the lookup for the domains of all pools.
    package init(_ pools: UserPools) {
        self.pools = pools
        baseHost = BaseURL(pools.deployment.baseURL).host
    }

    /// Returns the domain at a place; `nil` if there is none.
    ///
    /// A custom domain is found by its whole name. A prefix is found below the host of the base URL, and below the
    /// service's domain of the pool's region. Only names that a domain has or had are looked up in the store.
    /// - Throws: the error of the store.
    package func domain(at place: DomainPlace) async throws(ServiceFault) -> HostedDomain? {
        for candidate in candidates(at: place) {
            let isKnown = try await pools.domainNames.contains(
                candidate.name, in: pools.records, at: pools.clock.now)
            guard isKnown else { continue }
            let found = try await pools.read { [name = candidate.name] store in
                try store.domain(name).flatMap { domain in
                    try store.userPool(domain.poolID).map { (domain: domain, pool: $0) }
                }
            }
            guard let found, candidate.kind == nil || candidate.kind == found.domain.kind,
                candidate.region.map({ found.pool.id.hasPrefix($0 + "_") }) ?? true
            else { continue }
            return HostedDomain(found.domain, of: found.pool, at: place, in: pools.deployment)
        }
        return nil
    }

    private func candidates(at place: DomainPlace) -> [Candidate] {
        switch place {
        case .path(let name): return [Candidate(name: name.description, kind: nil)]
        case .host(let name):
            let labels = name.description.split(separator: ".").map(String.init)
            var candidates = [Candidate(name: name.description, kind: .custom)]
            if labels.dropFirst().joined(separator: ".") == baseHost {
                candidates.append(Candidate(name: labels[0], kind: .prefix))
            }
            if labels.count == 5, labels[1] == "auth", labels[3...] == ["amazoncognito", "com"] {
                candidates.append(Candidate(name: labels[0], kind: .prefix, region: labels[2]))
            }
            return candidates
        }
    }
}
