// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseServerCrypto
import GatehouseStorage
import Logging
import Synchronization

/// A node on a database that several processes may use.
///
/// It writes its record every second, and learns from the same transaction whether it has the lease, which master key
/// seals, and how far its clock is off.
final class DatabaseNode: Nodes {
    /// What one look into the database shows.
    private struct Sight: Sendable {
        let clock: NodeClock
        let renewal: NodeRenewal
        /// The key with which the nodes seal, and whether this node has it.
        let sealingKeyID: String?
        let knowsKey: Bool
        var lease: Lease?
        /// The other nodes, at the first look, if the clock is off, and for a server for development.
        var others: [NodeRecord] = []
        /// The node that uses the database beside this server for development, as one can that started while this process
        /// was stopped; `nil` otherwise.
        var company: NodeRecord?

        /// Whether this process may be a node at all.
        var mayServe: Bool { knowsKey && renewal != .replaced && company == nil }
    }

    private struct State {
        /// The moment before the last look; from then on the others have seen this node.
        var seenAt: ContinuousClock.Instant
        var lease: Lease?
        /// The reason why this process must not serve, until another look finds none.
        var problem: NotReady?
        /// Whether the process may not write because of the problem.
        var isExcluded = false
        /// Whether the node was compared with the others, at its first look.
        var isCompared = false
        /// Whether another process had the id of this node at the last look.
        var isReplaced = false
        /// The moment of the last look, if it has failed.
        var failedAt: ContinuousClock.Instant?
        /// The look of a write that must not go on before, if there is one.
        var look: Task<Void, any Error>?
    }

    private static let life = Duration.seconds(NodeRecord.life)
    /// The time after a failed look in which no write begins another one: the probe looks every second.
    private static let rest = Duration.seconds(5)

    /// The record as it was when the process started.
    private let record: NodeRecord
    private let database: any SQLDatabase
    private let keys: InstallationKeys
    private let sealer: Sealer
    private let time: DatabaseTime
    private let clock: WallClock
    private let now: @Sendable () -> ContinuousClock.Instant
    private let logger: Logger
    private let close: @Sendable () throws -> Void
    private let state: Mutex<State>

    /// Creates the node whose record was stored at the moment `seenAt` or later.
    ///
    /// `sealer` seals for this process, and opens with `keys`. `time` is the database's clock, `clock` is this node's, and
    /// `now` is a steady one. `close` ends the use of the database.
    init(
        _ record: NodeRecord, seenAt: ContinuousClock.Instant, on database: any SQLDatabase, keys: InstallationKeys,
        sealer: Sealer, time: DatabaseTime = .server, clock: WallClock, logger: Logger,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        close: @escaping @Sendable () throws -> Void = {}
    ) {
        self.record = record
        self.database = database
        self.keys = keys
        self.sealer = sealer
        self.time = time
        self.clock = clock
        self.now = now
        self.logger = logger
        self.close = close
        state = Mutex(State(seenAt: seenAt))
    }

    var duty: Duty {
        // A lease that was not renewed in time may be another's.
        guard isSeen, let lease = state.withLock({ state in state.lease }) else { return .elsewhere }
        return .under(lease)
    }

    func fenced(_ database: any SQLDatabase) -> any SQLDatabase { FencedDatabase(database, of: self) }

    func leave() async throws {
        state.withLock { state in state.lease = nil }
        try await database.write { [record] connection in
            try connection.remove(node: record.id, run: record.run)
            try connection.remove(node: record.besideAnother.id, run: record.run)
        }
        try close()
    }

    /// Reads and writes the database once, as the probe of the readiness does every second.
    /// - Throws: the reason why this node is not ready, or `StorageError`.
    func check() async throws {
        try await look()
        if let problem = state.withLock({ state in state.problem }) { throw problem }
    }

    // MARK: - Writes

    /// Lets the others see this node if they may have missed it, before it writes.
    /// - Throws: `StorageError`.
    func beSeen() async throws {
        guard !isSeen else { return }
        let present = now()
        // Many requests may wait for one look, which is not a part of any of them.
        let look = state.withLock { state -> Task<Void, any Error>? in
            if let look = state.look { return look }
            if let failedAt = state.failedAt, present - failedAt < Self.rest { return nil }
            let look = Task.detached { [self] in
                defer { self.state.withLock { state in state.look = nil } }
                try await self.look()
            }
            state.look = look
            return look
        }
        guard let awaited = look else { throw StorageError.busy }
        try await awaited.value
    }

    /// Checks, as a part of a write, that the others count on this node.
    /// - Throws: `StorageError.busy`, which says that a later try may succeed.
    func requireSeen() throws(StorageError) {
        guard isSeen, !state.withLock({ state in state.isExcluded }) else { throw .busy }
    }

    private var isSeen: Bool {
        now() - state.withLock { state in state.seenAt } < Self.life
    }

    // MARK: - Looks

    private func look() async throws {
        let start = now()
        let sight: Sight
        do {
            sight = try await database.write { [self] connection in try self.sight(connection) }
        } catch {
            state.withLock { state in state.failedAt = start }
            throw error
        }
        if sight.knowsKey, let id = sight.sealingKeyID { _ = sealer.seal(under: id) }
        let problem = self.problem(of: sight)
        let (former, present, isFirst) = state.withLock { state in
            let (former, isFirst) = (state.lease, !state.isCompared)
            state.isCompared = true
            // Of two looks at the same time, the later one counts.
            state.seenAt = max(state.seenAt, start)
            state.lease = sight.lease
            state.problem = problem
            state.failedAt = nil
            state.isExcluded = !sight.mayServe
            state.isReplaced = sight.renewal == .replaced
            return (former, state.lease, isFirst)
        }
        if isFirst { warn(of: sight.others) }
        if former?.number != present?.number { log(present) }
        if let lease = sight.lease, let current = sight.sealingKeyID, current != record.wantedKeyID {
            try await adoptKey(under: lease)
        }
    }

    /// One look, as a transaction.
    private func sight(_ connection: any SQLConnection) throws -> Sight {
        let nodeClock = try NodeClock(connection, time, clock)
        var seen = record
        seen.sealingKeyID = sealer.currentKeyID
        seen.clockOffset = nodeClock.offset
        seen.lastSeen = nodeClock.time
        let renewal = try connection.renew(seen)
        if renewal == .forgotten { try connection.store(seen) }
        try keepRecord(of: seen, beside: renewal, connection)
        let keyID = try MasterKeyLedger(records: connection.masterKeys()).currentID
        var sight = Sight(
            clock: nodeClock, renewal: renewal, sealingKeyID: keyID,
            knowsKey: keyID.map(record.keyIDs.contains) ?? true)
        if !nodeClock.isRight || record.isForDevelopment || state.withLock({ state in !state.isCompared }) {
            sight.others = try connection.runningNodes(at: nodeClock.time).filter { $0.run != record.run }
        }
        if record.isForDevelopment { sight.company = sight.others.first { ($0.sharedID ?? $0.id) != record.id } }
        if sight.mayServe { sight.lease = try lease(connection, nodeClock) }
        return sight
    }

    /// Keeps a record beside that of another process with the id of this node, so that `gatehouse check` names both.
    private func keepRecord(of seen: NodeRecord, beside renewal: NodeRenewal, _ connection: any SQLConnection) throws {
        let own = seen.besideAnother
        if renewal == .replaced {
            if try connection.renew(own) == .forgotten { try connection.store(own) }
        } else if state.withLock({ state in state.isReplaced }) {
            try connection.remove(node: own.id, run: own.run)
        }
    }

    /// Takes or renews the lease; a node whose clock is off has none, because it would remove what is still valid.
    private func lease(_ connection: any SQLConnection, _ nodeClock: NodeClock) throws -> Lease? {
        guard nodeClock.isRight else {
            if let lease = state.withLock({ state in state.lease }) { try connection.end(lease) }
            return nil
        }
        guard let taken = try connection.takeLease(.jobs, for: record.run, at: nodeClock.time) else { return nil }
        if taken.heldUntil == nodeClock.time.addingTimeInterval(Lease.life) {
            try connection.removeNodes(lastSeenBefore: nodeClock.time.addingTimeInterval(-NodeRecord.kept))
        }
        return taken.lease
    }

    private func problem(of sight: Sight) -> NotReady? {
        if sight.renewal == .replaced {
            return NotReady(
                "Another process has the id of this node, because one data folder is a copy of the other, and each node "
                    + "needs a data folder of its own. \(NodeFile.cureOfCopy)")
        }
        if let company = sight.company {
            return NotReady(
                "gatehouse dev is for one process on a database, and \(company.name) uses this one, too: stop that process, or "
                    + "start this one with another database.")
        }
        guard sight.knowsKey else {
            return NotReady(
                "The master key \(sight.sealingKeyID ?? ""), with which the nodes seal, is missing from the key ring of this "
                    + "node: restart it with the key ring of the others.")
        }
        return sight.clock.problem(beside: sight.others)
    }

    /// Lets the wanted key seal if all nodes have it now; each node follows with its next look.
    private func adoptKey(under lease: Lease) async throws {
        let adopted = try await database.write { [record, keys, time] connection in
            try connection.require(lease)
            let now = try time.now(connection)
            return try keys.adopt(record.wantedKeyID, of: connection.runningNodes(at: now), in: connection, at: now)
        }
        guard adopted else { return }
        logger.notice("All nodes seal with a new master key from now on", metadata: ["key": "\(record.wantedKeyID)"])
    }

    /// Says which nodes have another base URL than this one.
    private func warn(of others: [NodeRecord]) {
        guard let baseURL = record.baseURL else { return }
        let differing = ([record] + others).byDifferingBaseURL.filter { url, _ in url != baseURL }
        guard !differing.isEmpty else { return }
        let names = differing.flatMap { url, names in names.map { "\($0) \(url)" } }.joined(separator: ", ")
        logger.warning(
            "Other nodes have another base URL: start all of them with the same GATEHOUSE_BASE_URL",
            metadata: ["base_url": "\(baseURL)", "others": "\(names)"])
    }

    private func log(_ lease: Lease?) {
        if let lease {
            logger.info(
                "This node does the work that one node does for all", metadata: ["lease": "\(lease.number)"])
        } else {
            logger.info("Another node does the work that one node does for all")
        }
    }
}
