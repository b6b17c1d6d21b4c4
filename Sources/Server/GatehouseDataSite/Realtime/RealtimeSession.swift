// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import GatehouseSites
import GatehouseWire

/// The state of a connection of `graphql-ws`, without input and output: what follows from each message and event.
///
/// A subscription has a number besides its id, because a client may use an id again while events of its former
/// subscription are under way.
struct RealtimeSession {
    /// What is to be done, in the order of a list.
    enum Step: Equatable {
        case send(RealtimeAnswer)
        /// Authenticate the start, and subscribe.
        case subscribe(RealtimeStart, number: Int)
        /// End a subscription without a message.
        case cancel(number: Int)
    }

    /// The most subscriptions of a connection.
    static let mostSubscriptions = 100

    /// Whether the client has said that it is ready.
    private(set) var isInitialized = false
    private var numbers: [WireName: Int] = [:]
    private var ids: [Int: String] = [:]
    private var nextNumber = 0

    /// The number of subscriptions, those included that are not acknowledged.
    var count: Int { ids.count }

    /// What follows from a message of the client.
    mutating func take(_ message: RealtimeMessage) -> [Step] {
        switch message {
        case .initialize:
            isInitialized = true
            return [.send(.connectionAck), .send(.keepAlive)]
        case .start(let id, let start): return isInitialized ? self.start(id, start) : [Self.unsupported(id)]
        case .stop(let id): return end(id) + [.send(.complete(id: id))]
        case .unsupported(let id): return [Self.unsupported(id)]
        }
    }

    /// Clients that have connected anew use the same ids: the later subscription replaces the former one.
    private mutating func start(_ id: String, _ start: RealtimeStart) -> [Step] {
        let former = end(id)
        guard ids.count < Self.mostSubscriptions else { return former + [.send(.limit(id: id, .tooMany))] }
        nextNumber += 1
        numbers[WireName(id)] = nextNumber
        ids[nextNumber] = id
        return former + [.subscribe(start, number: nextNumber)]
    }

    private mutating func end(_ id: String) -> [Step] {
        guard let number = numbers.removeValue(forKey: WireName(id)) else { return [] }
        ids[number] = nil
        return [.cancel(number: number)]
    }

    private static func unsupported(_ id: String?) -> Step {
        .send(.error(id: id, [RealtimeError.unsupported.members]))
    }

    /// Whether a subscription has not ended.
    func has(_ number: Int) -> Bool { ids[number] != nil }

    /// A start was accepted.
    func accept(_ number: Int) -> [Step] {
        ids[number].map { [.send(.startAck(id: $0))] } ?? [.cancel(number: number)]
    }

    /// A start was refused, or the server ends a subscription.
    mutating func refuse(_ number: Int, _ errors: [GraphQLObject]) -> [Step] {
        guard let id = ids[number] else { return [] }
        return end(id) + [.send(.error(id: id, errors))]
    }

    /// An event arrived.
    func receive(_ payload: GraphQLObject, _ number: Int) -> [Step] {
        ids[number].map { [.send(.data(id: $0, payload))] } ?? []
    }
}
