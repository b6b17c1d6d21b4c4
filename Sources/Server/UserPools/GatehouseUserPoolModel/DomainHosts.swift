// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
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
    fileprivate func isOfService(_ host: String) -> Bool {
        let labels = Self.labels(of: host)
        return labels.count >= 4 && labels.suffix(2) == Self.service[...] && labels[labels.count - 4] == "auth"
    }

    private static func labels(of host: String) -> [String] { host.split(separator: ".").map(String.init) }
}

/// A host name that a domain of a user pool shares with something else.
package enum DomainCollision: Sendable, Equatable {
    /// The custom domain and the prefix are served under one host name.
    case prefix(custom: UserPoolDomainRecord, UserPoolDomainRecord)
    /// The domain has the host name of one of the server's own addresses.
    case server(UserPoolDomainRecord)
    /// The custom domain is `auth.<region>.amazoncognito.com` or below it, where a pool can have a prefix.
    case service(UserPoolDomainRecord)

    /// The domain, its pool, and the other owner of its host name, in a sentence with the corrective action.
    package var text: String {
        switch self {
        case .prefix(let custom, let prefix):
            let cure =
                custom.poolID == prefix.poolID
                ? "delete one of the two" : "the host leads to the prefix, so delete the domain or the prefix"
            return "The custom domain \(custom.name) of user pool \(custom.poolID) and the prefix \(prefix.name) of "
                + "user pool \(prefix.poolID) are one host name: \(cure)."
        case .server(let domain):
            return "The domain \(domain.name) of user pool \(domain.poolID) has the host name of this server's own "
                + "address: delete the domain, or change GATEHOUSE_BASE_URL."
        case .service(let custom):
            return "The custom domain \(custom.name) of user pool \(custom.poolID) has the host name of a prefix, "
                + "which another user pool can create: delete the domain, and use a name of your own."
        }
    }
}

extension UserPoolReading {
    /// Returns the other owner of a domain's host name; `nil` if nothing has it.
    package func collision(of domain: UserPoolDomainRecord, on hosts: DomainHosts) throws -> DomainCollision? {
        switch domain.kind {
        case .prefix:
            for host in hosts.hosts(ofPrefix: domain.name, forPool: domain.poolID) {
                if hosts.isOwn(host) { return .server(domain) }
                if let custom = try self.domain(host) { return .prefix(custom: custom, domain) }
            }
        case .custom:
            if hosts.isOwn(domain.name) { return .server(domain) }
            for prefix in hosts.prefixes(at: domain.name) {
                guard let found = try self.domain(prefix.name), prefix.isServed(forPool: found.poolID) else { continue }
                return .prefix(custom: domain, found)
            }
            if hosts.isOfService(domain.name) { return .service(domain) }
        }
        return nil
    }

    /// Returns the collisions of all stored domains, each one once.
    package func domainCollisions(on hosts: DomainHosts) throws -> [DomainCollision] {
        let page = 1_000
        var collisions: [DomainCollision] = []
        var names: [String]
        var last: String?
        repeat {
            names = try domainNames(after: last, limit: page)
            last = names.last
            for domain in try names.compactMap({ try self.domain($0) }) {
                guard let collision = try collision(of: domain, on: hosts) else { continue }
                // A pair is found from both of its domains.
                if case .prefix(custom: _, domain) = collision { continue }
                collisions.append(collision)
            }
        } while names.count == page
        return collisions
    }
}

extension Deployment {
    /// The address of a domain's pages in links and redirects, without a trailing slash.
    ///
    /// A custom domain has its own origin. A prefix domain is below the base URL, so that it works without an entry for
    /// it in the DNS.
    package func address(ofDomain name: String, _ kind: UserPoolDomainRecord.Kind) -> String {
        switch kind {
        case .prefix: "\(baseURL)/domains/\(name)"
        case .custom: "https://\(name)"
        }
    }

    /// The address of a pool's pages: the host of its custom domain, else of its prefix domain; `nil` without either.
    package func pagesAddress(of pool: UserPoolRecord) -> String? {
        if let name = pool.description.customDomain { return address(ofDomain: name, .custom) }
        return pool.description.domain.map { address(ofDomain: $0, .prefix) }
    }
}
