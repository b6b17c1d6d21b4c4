// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// What an operator sets about the connections to PostgreSQL.
package struct PostgresSettings: Sendable {
    /// The number of connections unless it is set: two for each processor.
    package static var defaultConnections: Int { 2 * ComputePool.threads.count }

    /// The server and the database.
    package var url: PostgresURL
    /// The most connections of this process, at least one.
    package var connections: Int
    /// Whether statements are prepared once for each connection.
    ///
    /// Behind a pooler that gives each transaction another connection they cannot be; each transaction then sets what
    /// other connections have from their beginning.
    package var prepares: Bool
    /// Whether a write that names no witness of its commit gets a row in `used_ids`, which the schema must have.
    ///
    /// A command that copies tables, and must find them as it left them, sets this to `false`.
    package var marksCommits: Bool

    /// Creates the settings.
    package init(
        url: PostgresURL, connections: Int = PostgresSettings.defaultConnections, prepares: Bool = true,
        marksCommits: Bool = true
    ) {
        self.url = url
        self.connections = connections
        self.prepares = prepares
        self.marksCommits = marksCommits
    }
}

/// The reason why a program does not start on a database, with the corrective action, in sentences without the last full
/// stop.
package enum PostgresRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The settings name a database that does not fit this program.
    case configuration(String)
    /// The database cannot be used now.
    case unavailable(String)

    /// The reason and the corrective action.
    package var description: String {
        switch self {
        case .configuration(let text), .unavailable(let text): text
        }
    }
}

/// The times and numbers that bound the use of connections.
package struct PostgresLimits: Sendable {
    /// The longest wait for a connection.
    package var longestWait = Duration.seconds(2)
    /// The most transactions that wait, for each connection.
    package var waitingForEach = 64
    /// The time after which an idle connection is tried before its use.
    package var longestIdleTime = Duration.seconds(30)
    /// The longest time of a statement, at the server.
    package var statement = Duration.seconds(5)
    /// The longest wait of a statement for a lock, at the server.
    package var lock = Duration.seconds(2)
    /// The longest time between two statements of a transaction, at the server.
    package var idleInTransaction = Duration.seconds(10)
    /// The longest time of a statement of a migration, and of the wait for the migration of another process.
    package var migration = Duration.seconds(600)
    /// The longest time in which a write finds out what became of its commit after the answer was lost; zero to find out
    /// nothing.
    package var findingOut = Duration.seconds(5)
    /// Is called after each trip of a transaction to the server and back, on the connection's thread.
    package var whenTripEnds: @Sendable () -> Void = {}
    /// The present moment.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Waits; throws when the task is cancelled.
    package var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Creates the limits of a server.
    package init() {}

    /// The time after which a connection without an answer is closed: the server itself ends a statement before.
    var answer: Duration { statement + .milliseconds(2_500) }
}
