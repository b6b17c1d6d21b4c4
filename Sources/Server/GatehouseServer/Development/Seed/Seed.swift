// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseWire

/// Pools, clients, groups and users that a developer's server begins with.
package struct Seed: Sendable, Equatable {
    /// A user pool; one that is there already, by its id or else its name, stays as it is.
    struct Pool: Sendable, Equatable {
        /// The place in the file, for errors.
        let place: String
        let id: String?
        let request: CreateUserPoolRequest
        let clients: [Client]
        let groups: [Group]
        let users: [User]
    }

    /// An app client; the id of its pool is filled in when it is made.
    struct Client: Sendable, Equatable {
        let place: String
        let id: String?
        let request: CreateUserPoolClientRequest
    }

    /// A group; the id of its pool is filled in when it is made.
    struct Group: Sendable, Equatable {
        let place: String
        let request: CreateGroupRequest
    }

    /// A user and what the user signs in with.
    struct User: Sendable, Equatable {
        /// What a user has at first.
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

/// Why a seed cannot be read or applied; names the place in the file.
package struct SeedFailure: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Leaves out the full stop of the reason: callers end the sentence.
    init(_ place: String, _ reason: String) {
        description = "\(place): \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)"
    }
}

/// How much of a seed was made, and how much was there already.
package struct SeedReport: Sendable, Equatable {
    package fileprivate(set) var made = 0
    package fileprivate(set) var kept = 0

    mutating func count(isNew: Bool) {
        if isNew { made += 1 } else { kept += 1 }
    }
}
