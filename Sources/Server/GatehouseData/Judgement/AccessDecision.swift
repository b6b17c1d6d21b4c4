// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
package import GatehouseDataStores
import GatehouseGraphQL
import Synchronization

/// A decision about a caller, for a developer who asks for its reason.
package struct AccessDecision: Hashable, Sendable {
    /// What followed from the decision.
    package enum Outcome: String, Hashable, Sendable {
        /// The caller may do it.
        case allowed
        /// The caller gets an error.
        case refused
        /// The record is not in a list, or the event is not sent.
        case leftOut = "left out"
    }

    /// The name of the model, or `Type.field` for a decision about a field.
    package let subject: String
    /// What the caller wanted to do; `nil` for a decision about a field.
    package let action: AccessAction?
    /// What followed.
    package let outcome: Outcome
    /// The rules that decided, or why none did.
    package let reason: AccessReason
    /// The records to which a list, a sync or a subscription is limited.
    package var scope = RecordScope.everything
    /// The fields of the model that the caller may not use, sorted.
    package var hiddenFields: [String] = []
    /// The keys of the first records that were decided alike, in the order of the decisions.
    package fileprivate(set) var records: [RecordID] = []
    /// The number of records that were decided alike.
    package fileprivate(set) var count = 0
}

/// The decisions of one request, for a developer who wants to know them.
///
/// ``none`` keeps nothing and costs nothing: no decision is even described. It is what all requests have, except those
/// of the developer page.
package struct DecisionLog: Sendable {
    /// The most decisions that are kept; equal decisions about several records are one.
    package static let mostDecisions = 200
    /// The most keys of records that a decision keeps.
    package static let mostRecords = 20

    private final class Storage: Sendable {
        let decisions = Mutex<[AccessDecision]>([])
    }

    /// A log that keeps nothing.
    package static let none = DecisionLog(storage: nil)

    private let storage: Storage?
    /// What follows from a refusal where the log is used.
    private(set) var refusal = AccessDecision.Outcome.refused

    private init(storage: Storage?) { self.storage = storage }

    /// Makes a log that keeps decisions.
    package init() { self.init(storage: Storage()) }

    /// The same log at a place where a refused record is left out.
    var leavingOut: DecisionLog {
        var log = self
        log.refusal = .leftOut
        return log
    }

    /// Keeps a decision about a record, or about no record.
    func note(_ record: @autoclosure () -> RecordID?, _ make: (_ refusal: AccessDecision.Outcome) -> AccessDecision) {
        guard let storage else { return }
        let decision = make(refusal)
        let record = record()
        storage.decisions.withLock { decisions in
            let known = decisions.firstIndex { $0.isAlike(decision) }
            guard let position = known ?? (decisions.count < Self.mostDecisions ? decisions.count : nil) else { return }
            if known == nil { decisions.append(decision) }
            guard let record else { return }
            decisions[position].count += 1
            if decisions[position].records.count < Self.mostRecords { decisions[position].records.append(record) }
        }
    }

    /// The decisions since the last call, in their order.
    package func take() -> [AccessDecision] {
        storage?.decisions.withLock { decisions in
            defer { decisions = [] }
            return decisions
        } ?? []
    }
}

extension AccessDecision {
    /// Whether two decisions differ by their records at most.
    fileprivate func isAlike(_ other: AccessDecision) -> Bool {
        subject == other.subject && action == other.action && outcome == other.outcome && reason == other.reason
            && scope == other.scope && hiddenFields == other.hiddenFields
    }
}

extension AccessRequest {
    /// The stored record of the request; `nil` without one.
    var record: GraphQLObject? {
        switch self {
        case .update(let stored, _), .delete(let stored), .get(let stored), .related(let stored): stored
        case .create, .list, .sync, .search, .listen: nil
        }
    }
}
