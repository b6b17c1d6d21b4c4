// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The users in whose place a developer sends requests.
///
/// A port: user pools conform in the house, and this target does not know them.
package protocol ConsoleUsers: Sendable {
    /// The names of the first users of a pool.
    /// - Throws: The error of the store.
    func names(inPool id: String) async throws -> [String]

    /// The names of the first groups of a pool.
    /// - Throws: The error of the store.
    func groups(inPool id: String) async throws -> [String]

    /// The user with a name; `nil` if the pool has none.
    /// - Throws: The error of the store.
    func user(_ name: String, inPool id: String) async throws -> ConsoleUser?
}

/// A user of a pool, as tokens describe users.
package struct ConsoleUser: Hashable, Sendable {
    /// The user name.
    package let name: String
    /// The attributes by their names, `sub` included.
    package let attributes: [String: String]
    /// The names of the user's groups.
    package let groups: [String]

    /// Makes a user.
    package init(name: String, attributes: [String: String], groups: [String]) {
        self.name = name
        self.attributes = attributes
        self.groups = groups
    }
}
