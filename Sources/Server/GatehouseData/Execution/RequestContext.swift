// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import Synchronization

/// What all fields of one request have in common.
struct RequestContext: Sendable {
    /// The API.
    let prepared: PreparedAPI
    /// The sender.
    let caller: Caller
    /// The bounds.
    let limits: DataLimits
    /// What the request may still read.
    let budget: RequestBudget
    /// The tokens of pages.
    let tokens: PageTokens
    /// The present time.
    let clock: WallClock
    /// The times of changes and syncs, which are compared with one another.
    let forwardClock: ForwardClock
    /// The source of ids.
    let entropy: Entropy
    /// Receives the decisions about the caller.
    let decisions: DecisionLog
    /// The functions of fields and conflicts.
    let functions: DataFunctions
    /// The origin of the request; `nil` for an event, whose fields call no functions.
    let origin: RequestOrigin?
    /// Whether a foreign record is answered as a missing one.
    let hidesForeignRecords: Bool

    /// Decides about a request of the caller.
    func judge(_ request: AccessRequest, of model: PreparedModel) -> AccessVerdict {
        model.judge.judge(request, by: caller, noting: decisions)
    }

    /// Whether the mode of the caller is admitted to a field.
    func admits(_ field: PlannedField) -> Bool {
        let isAdmitted = prepared.modes.admit(field, caller)
        if !isAdmitted {
            let isDenied = caller.deniedFields.contains("\(field.parent).\(field.name)")
            note(isDenied ? .denied : .noMode(caller.mode), field)
        }
        return isAdmitted
    }

    /// Whether the rules of a field without records admit the caller.
    func admits(_ field: PlannedField, by access: AccessMatrix) -> Bool {
        let isAdmitted = access.admits(caller)
        if !isAdmitted { note(.noMatch(access.roles), field) }
        return isAdmitted
    }

    /// Keeps the reason for which a field is refused.
    private func note(_ reason: AccessReason, _ field: PlannedField) {
        decisions.note(nil) { refusal in
            AccessDecision(subject: "\(field.parent).\(field.name)", action: nil, outcome: refusal, reason: reason)
        }
    }
}

/// The records that one request may read, their bytes, the functions that it may call, and the time that it may take.
///
/// All transactions of the request share it.
final class RequestBudget: Sendable {
    private let clock: WallClock
    private let end: Date
    private let records: Int
    private let bytes: Int
    private let calls: Int
    private let used = Mutex(0)
    private let called = Mutex(0)
    private let loaded = Mutex(0)
    private let written = Mutex(false)

    init(_ limits: DataLimits, _ clock: WallClock) {
        self.clock = clock
        end = clock.now.addingTimeInterval(limits.seconds)
        records = limits.records
        bytes = limits.loadedBytes
        calls = limits.functionCalls
    }

    /// The records that were read.
    var read: Int { used.withLock { $0 } }

    /// Whether another attempt of the request would repeat what this one did: a write, or the call of a function.
    var hasEffects: Bool { written.withLock { $0 } || called.withLock { $0 > 0 } }

    /// Notes that a write is committed.
    func noteWrite() { written.withLock { $0 = true } }

    /// The records that may still be read.
    var remaining: Int { used.withLock { max(0, records - $0) } }

    /// Takes records before they are read.
    ///
    /// - Throws: `GraphQLError` if there are not so many left, or if the request has taken too long.
    func take(_ count: Int) throws(GraphQLError) {
        let fits = used.withLock { used in
            guard count <= records - used else { return false }
            used += count
            return true
        }
        guard fits else { throw .tooExpensive("The request reads more than \(records) records.") }
        guard clock.now < end else { throw .timeout }
    }

    /// Notes the records that were read in place of those that were taken.
    ///
    /// - Throws: `GraphQLError` if all records of the request need too much memory.
    func settle(taken: Int, _ pages: [UnjudgedPage]) throws(GraphQLError) {
        let read = pages.reduce(0) { $0 + $1.read }
        let size = pages.reduce(0) { $0 + $1.size }
        used.withLock { $0 = max(0, $0 - taken + read) }
        try load(size)
    }

    /// Takes the call of a function before it is made.
    ///
    /// - Returns: the time that the function may take.
    /// - Throws: `GraphQLError` if the request has called so many already, or has taken too long.
    func takeCall() throws(GraphQLError) -> Duration {
        let fits = called.withLock { called in
            guard called < calls else { return false }
            called += 1
            return true
        }
        guard fits else { throw .tooExpensive("The request calls more than \(calls) functions.") }
        let seconds = end.timeIntervalSince(clock.now)
        guard seconds > 0 else { throw .timeout }
        return .seconds(seconds)
    }

    /// Notes the bytes of what was read, or of what a function gets as arguments or returned.
    ///
    /// - Throws: `GraphQLError` if all of it needs too much memory.
    func load(_ size: Int) throws(GraphQLError) {
        let total = loaded.withLock { loaded in
            loaded += size
            return loaded
        }
        guard total <= bytes else { throw .tooExpensive("The request reads more than \(bytes) bytes.") }
    }
}
