// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A host name that a domain of a user pool shares with something else.
package enum DomainCollision: Sendable, Equatable {
    /// The custom domain and the prefix are served under one host name.
    case prefix(custom: UserPoolDomainRecord, UserPoolDomainRecord)
    /// The domain has the host name of one of the server's own addresses.
    case server(UserPoolDomainRecord)
    /// The custom domain is `auth.<region>.amazoncognito.com` or below it, where a pool can have a prefix.
    case service(UserPoolDomainRecord)

    /// The domain, the pool that has it, and what else has its host name, in a sentence with the corrective action.
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
    /// Returns what has the host name of a domain beside the domain itself; `nil` if nothing has it.
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
