// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore

/// The names of leases.
package enum LeaseName: String, Sendable, CaseIterable {
    /// The work that one node does for all: removing what has expired, import jobs, sums, and new master keys.
    case jobs
}

extension LeaseName: SQLConvertible {}

/// The right of one process to do the work of a name, until it is not renewed in time.
///
/// Every holder has another number. A change under a lease requires the number in its own transaction, so that a process
/// that slept while another one took the lease changes nothing.
package struct Lease: Sendable, Equatable {
    /// The lease under which the current task works; its writes require it.
    @TaskLocal package static var current: Lease?

    /// The time for which a lease is held after a renewal, in seconds.
    package static let life: TimeInterval = 15
    /// The time after which the holder renews a lease, in seconds.
    package static let renewal: TimeInterval = 5

    /// The name of the work.
    package let name: LeaseName
    /// The id of the process that holds it.
    package let holder: String
    /// The number, which grows with each change of the holder.
    package let number: Int64

    /// Creates the lease of a holder.
    package init(name: LeaseName, holder: String, number: Int64) {
        self.name = name
        self.holder = holder
        self.number = number
    }

    /// Runs a body whose writes require this lease.
    ///
    /// - Throws: the error of the body; a write throws ``LeaseLost`` if another process holds the lease.
    package func holding<Value: Sendable, Failure: Error>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await Lease.$current.withValue(self) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}

/// The error of a change under a lease that another process has taken.
package struct LeaseLost: Error, StoreFailure, Equatable, CustomStringConvertible {
    /// The name of the lease.
    package let name: LeaseName

    /// Creates the error.
    package init(name: LeaseName) {
        self.name = name
    }

    package var isOutage: Bool { true }

    package var description: String { "another node has the lease \(name.rawValue) now" }
}

/// A row of `leases`: a lease, and when it ends.
package struct LeaseRecord: Sendable, Equatable {
    /// The lease.
    package let lease: Lease
    /// When it ends if it is not renewed, by the database's clock.
    package let heldUntil: Date
}

extension SQLReader {
    /// The lease of a name as it was taken last; `nil` if it never was.
    ///
    /// - Throws: ``StorageError``.
    package func lease(_ name: LeaseName) throws -> LeaseRecord? {
        try queryOne("SELECT holder, number, held_until FROM leases WHERE name = \(name)").map { row in
            LeaseRecord(
                lease: Lease(name: name, holder: try row["holder"], number: try row["number"]),
                heldUntil: try row["held_until"])
        }
    }
}

extension SQLConnection {
    /// Renews a lease that a process holds, or takes it if its time is over; `now` is the time of the database.
    ///
    /// A lease whose time was over gets another number, also if the same process takes it again.
    ///
    /// - Returns: the lease; `nil` while another process holds it.
    /// - Throws: ``StorageError``.
    package func takeLease(_ name: LeaseName, for holder: String, at now: Date) throws -> LeaseRecord? {
        let end = now.addingTimeInterval(Lease.life)
        guard let present = try lease(name) else {
            let first = Lease(name: name, holder: holder, number: 1)
            let added = try execute(
                """
                INSERT INTO leases (name, holder, number, held_until)
                VALUES (\(name), \(holder), \(first.number), \(end)) ON CONFLICT DO NOTHING
                """, witness: .noWitness
            )
            // Another process may have added the row at the same time.
            guard added > 0 else { return nil }
            return LeaseRecord(lease: first, heldUntil: end)
        }
        let isOver = present.heldUntil <= now
        guard isOver || present.lease.holder == holder else { return nil }
        let number = present.lease.number + (isOver ? 1 : 0)
        if !isOver, end.timeIntervalSince(present.heldUntil) < Lease.renewal { return present }
        try execute(
            """
            UPDATE leases SET holder = \(holder), number = \(number), held_until = \(end) WHERE name = \(name)
            """, witness: .noWitness
        )
        return LeaseRecord(lease: Lease(name: name, holder: holder, number: number), heldUntil: end)
    }

    /// Ends a lease at once, if its holder still has it.
    ///
    /// - Throws: ``StorageError``.
    package func end(_ lease: Lease) throws {
        try execute(
            """
            UPDATE leases SET held_until = 0
            WHERE name = \(lease.name) AND holder = \(lease.holder) AND number = \(lease.number)
            """, witness: .noWitness
        )
    }

    /// Checks, as a part of a transaction, that no other process has taken a lease since.
    ///
    /// Its time may be over: until another process takes it, none does its work.
    ///
    /// - Throws: ``LeaseLost`` or ``StorageError``.
    package func require(_ lease: Lease) throws {
        guard try self.lease(lease.name)?.lease == lease else { throw LeaseLost(name: lease.name) }
    }
}
