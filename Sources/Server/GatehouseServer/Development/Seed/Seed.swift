// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes

/// The pools, their domains, clients, groups and users that a developer's server creates at its start.
package struct Seed: Sendable, Equatable {
    /// A user pool; an existing one, found by its id or else by its name, is unchanged.
    struct Pool: Sendable, Equatable {
        /// The place in the file, for errors.
        let place: String
        let id: String?
        let request: CreateUserPoolRequest
        let domain: Domain?
        let resourceServers: [ResourceServer]
        let providers: [Provider]
        let clients: [Client]
        let groups: [Group]
        let users: [User]
        let identityPool: IdentityPool?
    }

    /// A domain for the pages; the id of its pool is set when the domain is created.
    struct Domain: Sendable, Equatable {
        let place: String
        let request: CreateUserPoolDomainRequest
    }

    /// A resource server; the id of its pool is set when the resource server is created.
    struct ResourceServer: Sendable, Equatable {
        let place: String
        let request: CreateResourceServerRequest
    }

    /// An identity provider; the id of its pool is set when the provider is created.
    struct Provider: Sendable, Equatable {
        let place: String
        let request: CreateIdentityProviderRequest
    }

    /// An identity pool; without providers in its settings, it accepts the app clients of the user pool's entry.
    struct IdentityPool: Sendable, Equatable {
        let place: String
        let id: String?
        let request: CreateIdentityPoolInput
        /// The ARNs of its roles by the state of the identity; empty for the roles of the first start.
        let roles: [String: String]
    }

    /// An app client; the id of its pool is set when the client is created.
    struct Client: Sendable, Equatable {
        let place: String
        let id: String?
        let request: CreateUserPoolClientRequest
    }

    /// A group; the id of its pool is set when the group is created.
    struct Group: Sendable, Equatable {
        let place: String
        let request: CreateGroupRequest
    }

    /// A user with its credential.
    struct User: Sendable, Equatable {
        /// The first credential of a user.
        enum Credential: Sendable, Equatable {
            case none
            case password(String)
            case temporaryPassword(String)
            case hash(String, PasswordHashingAlgorithmType)
        }

        let place: String
        let username: String
        /// The id of the user; `nil` for a random one.
        let sub: String?
        let attributes: [String: String]
        let credential: Credential
        let groups: [String]
        let isEnabled: Bool
    }

    let pools: [Pool]
    /// The hash of the file, by which a later start recognizes the same seed.
    let digest: String

    /// Whether the seed gives the pool of the first start its domain.
    var hasDomainOfFirstPool: Bool {
        pools.contains { $0.request.poolName == DevelopmentResources.name && $0.domain != nil }
    }
}

/// The reason why a seed cannot be read or applied, with the place in the file.
package struct SeedFailure: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Creates a failure; the full stop of the reason is removed, because callers end the sentence.
    init(_ place: String, _ reason: String) {
        description = "\(place): \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)"
    }
}

/// The numbers of resources that a seed created and found.
package struct SeedReport: Sendable, Equatable {
    /// The number of resources that the seed created.
    package fileprivate(set) var made = 0
    /// The number of resources that existed already and stayed as they were.
    package fileprivate(set) var kept = 0

    mutating func count(isNew: Bool) {
        if isNew { made += 1 } else { kept += 1 }
    }
}
