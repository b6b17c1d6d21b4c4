// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseWire

/// The pools, clients, groups and users that a developer's server creates at its start.
package struct Seed: Sendable, Equatable {
    /// A user pool; an existing one, found by its id or else by its name, is unchanged.
    struct Pool: Sendable, Equatable {
        /// The place in the file, for errors.
        let place: String
        let id: String?
        let request: CreateUserPoolRequest
        let clients: [Client]
        let groups: [Group]
        let users: [User]
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
        let attributes: [String: String]
        let credential: Credential
        let groups: [String]
        let isEnabled: Bool
    }

    let pools: [Pool]
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
