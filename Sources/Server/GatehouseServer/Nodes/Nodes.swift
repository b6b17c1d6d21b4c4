// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// Where the work that one process does for all nodes is done: removing what has expired, import jobs, sums.
enum Duty: Sendable, Equatable {
    /// In this process, because no other one uses the database.
    case alone
    /// In this process, as long as it has the lease.
    case under(Lease)
    /// In another process.
    case elsewhere
}

/// The port to the other processes on the database, from the view of one of them.
///
/// Nodes need nothing of each other: what they know, they know from the database.
protocol Nodes: Sendable {
    /// Where the work is done that one process does for all.
    var duty: Duty { get }

    /// The database for the domains of this process, which admits no write that other nodes must not see.
    func fenced(_ database: any SQLDatabase) -> any SQLDatabase

    /// Tells the others that this process ends, so that they need not wait until it is missed.
    /// - Throws: `StorageError`; the others then notice it after some seconds.
    func leave() async throws
}

extension Nodes {
    /// Runs a round of work that one process does for all, if it is this one.
    /// - Returns: the result; `nil` if another process does the work.
    /// - Throws: the error of the work, which includes `LeaseLost` if another process has taken it over.
    @discardableResult
    func onDuty<Value: Sendable, Failure: Error>(
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value? {
        switch duty {
        case .alone: return try await work()
        case .under(let lease): return try await lease.holding(work)
        case .elsewhere: return nil
        }
    }
}

/// The only process on a database: it does all work, and writes nothing about itself.
struct OnlyNode: Nodes {
    var duty: Duty { .alone }

    func fenced(_ database: any SQLDatabase) -> any SQLDatabase { database }

    func leave() async throws {}
}
