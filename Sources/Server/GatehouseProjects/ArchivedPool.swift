// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The sealed copy of a user pool that was written into a file of the server.
package struct ArchivedPool: Sendable, Equatable {
    /// The name of the file.
    package let name: String
    /// The number of users in the copy.
    package let users: Int
    /// The command that restores the pool, for an operator of the server.
    package let command: String

    /// Creates the description of a copy.
    package init(name: String, users: Int, command: String) {
        self.name = name
        self.users = users
        self.command = command
    }
}
