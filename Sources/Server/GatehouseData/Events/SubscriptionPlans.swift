// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import GatehouseWire
import Synchronization

/// The plan of the live subscriptions with one request.
///
/// It says nothing about callers: each caller is judged anew.
final class SubscriptionPlan: Sendable {
    /// The plan itself.
    let plan: ExecutionPlan
    /// The table that finds it, and under which request.
    private let place: SubscriptionPlans.Place?

    fileprivate init(_ plan: ExecutionPlan, _ place: SubscriptionPlans.Place?) {
        self.plan = plan
        self.place = place
    }

    deinit {
        if let place { place.table.forget(ObjectIdentifier(self), of: place.request) }
    }
}

/// The plans of the live subscriptions of one service: those with equal requests have one plan.
///
/// The table does not keep a plan that no subscription has. So callers cannot fill it with more than their
/// subscriptions, whose number is bounded.
final class SubscriptionPlans: Sendable {
    /// What a plan is made of, byte for byte: texts that Swift finds equal may have different plans.
    struct Request: Hashable, Sendable {
        /// The most bytes of a request whose plan is shared, because each plan keeps its request.
        static let mostBytes = 4_096

        private let query: WireName
        private let operationName: WireName?
        private let variables: [UInt8]

        /// Reads a request; `nil` for one whose plan is not shared.
        init?(_ request: DataRequest) {
            var size = Self.mostBytes - request.query.utf8.count - (request.operationName?.utf8.count ?? 0)
            let variables = GraphQLValue.object(request.variables)
            guard size >= 0, variables.isToldByJSON(&size) else { return nil }
            query = WireName(request.query)
            operationName = request.operationName.map { WireName($0) }
            self.variables = variables.jsonBytes()
        }
    }

    /// Where a plan can be found.
    fileprivate struct Place {
        let table: SubscriptionPlans
        let request: Request
    }

    private struct Entry {
        let id: ObjectIdentifier
        weak var plan: SubscriptionPlan?

        init(_ plan: SubscriptionPlan) {
            id = ObjectIdentifier(plan)
            self.plan = plan
        }
    }

    private let entries = Mutex<[Request: Entry]>([:])

    /// The number of plans that can be found.
    var count: Int { entries.withLock { $0.count } }

    /// The plan of a live subscription with an equal request.
    func plan(of request: Request) -> SubscriptionPlan? {
        entries.withLock { entries -> SubscriptionPlan? in
            // Swift 6.3 returns a wrong reference for `entries[request]?.plan`, an optional chain to a weak one.
            guard let entry = entries[request] else { return nil }
            return entry.plan
        }
    }

    /// Lets later subscriptions find a plan.
    ///
    /// - Returns: the plan to use. Another subscription may have added an equal one first.
    func add(_ plan: ExecutionPlan, of request: Request?) -> SubscriptionPlan {
        guard let request else { return SubscriptionPlan(plan, nil) }
        let new = SubscriptionPlan(plan, Place(table: self, request: request))
        let known = entries.withLock { entries -> SubscriptionPlan? in
            if let entry = entries[request], let known = entry.plan { return known }
            entries[request] = Entry(new)
            return nil
        }
        // A plan that is dropped asks for the lock, so this one must not end above.
        return known ?? new
    }

    /// Forgets a plan that has ended; there may be a new one for its request already.
    fileprivate func forget(_ id: ObjectIdentifier, of request: Request) {
        entries.withLock { entries in
            if entries[request]?.id == id { entries[request] = nil }
        }
    }
}

extension GraphQLValue {
    /// Whether the JSON of the value is that of no other value, and has about so many bytes at most, which are taken.
    fileprivate func isToldByJSON(_ bytes: inout Int) -> Bool {
        bytes -= 8
        guard bytes >= 0 else { return false }
        switch self {
        case .null, .int, .boolean: return true
        case .float(let number): return number.isFinite
        case .string(let text):
            bytes -= text.utf8.count
            return bytes >= 0
        case .enumeration: return false
        case .list(let elements): return elements.allSatisfy { $0.isToldByJSON(&bytes) }
        case .object(let members):
            return members.allSatisfy { name, value in
                bytes -= name.utf8.count
                return value.isToldByJSON(&bytes)
            }
        }
    }
}
