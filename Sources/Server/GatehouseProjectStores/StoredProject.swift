// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A project of the amplify tool, of which the server keeps the pushed states.
package struct StoredProject: Sendable, Equatable {
    /// The id, such as `d1x2y3z4a5b6c7`.
    package let id: String
    /// The name that its developer chose; several projects may have the same.
    package let name: String
    /// The kind of app, such as `ios`; `nil` if the request has none.
    package let frontend: String?
    /// The time of the project's creation.
    package let createdAt: Date

    /// Creates a project.
    package init(id: String, name: String, frontend: String?, createdAt: Date) {
        self.id = id
        self.name = name
        self.frontend = frontend
        self.createdAt = createdAt
    }
}

/// An environment of a project, such as `dev`.
package struct StoredEnvironment: Sendable, Equatable {
    /// The name, unique in its project.
    package let name: String
    /// The name of the role for users who have signed in.
    package let authRole: String
    /// The name of the role for guests.
    package let unauthRole: String
    /// The time of the environment's creation.
    package let createdAt: Date
    /// The lock that a push holds or held; it may have expired.
    package var lock: StoredLock?

    /// Creates an environment.
    package init(name: String, authRole: String, unauthRole: String, createdAt: Date, lock: StoredLock? = nil) {
        self.name = name
        self.authRole = authRole
        self.unauthRole = unauthRole
        self.createdAt = createdAt
        self.lock = lock
    }
}

/// The lock of an environment, which a push holds.
package struct StoredLock: Sendable, Equatable {
    /// The SHA-256 of the lock's token; the token itself is not stored.
    package let tokenHash: [UInt8]
    /// The holder of the lock, in words for other developers.
    package let holder: String
    /// The time at which the lock was taken.
    package let lockedAt: Date
    /// The time from which the lock is free again.
    package var expiresAt: Date
    /// The SHA-256 of the caller's own token, by which the holder takes the lock over; `nil` if the request had none.
    package let clientTokenHash: [UInt8]?

    /// Creates a lock.
    package init(
        tokenHash: [UInt8], holder: String, lockedAt: Date, expiresAt: Date, clientTokenHash: [UInt8]? = nil
    ) {
        self.tokenHash = tokenHash
        self.holder = holder
        self.lockedAt = lockedAt
        self.expiresAt = expiresAt
        self.clientTokenHash = clientTokenHash
    }
}
