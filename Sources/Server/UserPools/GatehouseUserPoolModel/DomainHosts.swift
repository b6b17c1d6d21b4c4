// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore

/// The host names under which a server serves its own addresses and the domains of user pools.
package struct DomainHosts: Sendable {
    /// A prefix domain that is served under a host name.
    package struct Prefix: Sendable, Equatable {
        /// The prefix.
        package let name: String
        /// The region of the pools that can have the domain; `nil` for every region.
        package let region: String?

        /// Whether the prefix, as a domain of this pool, is served under the host name.
        package func isServed(forPool poolID: String) -> Bool { region.map { poolID.hasPrefix($0 + "_") } ?? true }
    }

    /// The domain below which the service itself has prefixes, after `auth.<region>`.
    private static let service = ["amazoncognito", "com"]

    /// The host of the base URL in lower case, without the port.
    private let base: String?
    /// The hosts of the server's own addresses in lower case, without ports.
    private let own: Set<String>

    /// Creates the host names of an installation.
    package init(_ deployment: Deployment) {
        func host(of address: String) -> String? { URL(string: address)?.host()?.lowercased() }
        base = host(of: deployment.baseURL)
        own = Set(
            ([deployment.baseURL, deployment.identityTokenIssuer] + deployment.samlRecipients).compactMap(host))
    }

    /// Returns the prefixes that are served under a host name: a label before the host of the base URL, and one before
    /// the service's domain of a region.
    package func prefixes(at host: String) -> [Prefix] {
        let labels = Self.labels(of: host)
        guard let label = labels.first else { return [] }
        var prefixes: [Prefix] = []
        if labels.dropFirst().joined(separator: ".") == base { prefixes.append(Prefix(name: label, region: nil)) }
        if labels.count == 5, isOfService(host) { prefixes.append(Prefix(name: label, region: labels[2])) }
        return prefixes
    }

    /// Returns the host names under which the prefix of a pool is served, that below the base URL first.
    func hosts(ofPrefix name: String, forPool poolID: String) -> [String] {
        let region = poolID.split(separator: "_", maxSplits: 1).first.map(String.init)
        let domains = [base, region.map { (["auth", $0] + Self.service).joined(separator: ".") }]
        return domains.compactMap { domain in domain.map { "\(name).\($0)" } }
    }

    /// Whether one of the server's own addresses has a host name.
    func isOwn(_ host: String) -> Bool { own.contains(host) }

    /// Whether a host name is `auth.<region>.amazoncognito.com` or below it, where the service has prefixes only.
    func isOfService(_ host: String) -> Bool {
        let labels = Self.labels(of: host)
        return labels.count >= 4 && labels.suffix(2) == Self.service[...] && labels[labels.count - 4] == "auth"
    }

    private static func labels(of host: String) -> [String] { host.split(separator: ".").map(String.init) }
}
