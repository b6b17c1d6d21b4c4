// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

/// The subscriptions of an API in one mode, on one connection.
actor RealtimeClient {
    /// A connection, or the attempt to open one.
    private struct Link {
        let generation: Int
        /// Opens the connection and reads from it.
        let reading: Task<Void, Never>
        /// Absent until the connection is open.
        var outgoing: Outgoing?
    }

    private struct Reader {
        let reader: SubscriptionReader
        let document: String
    }

    private let url: URL
    private let authorization: RealtimeAuthorization
    private let sockets: any SocketTransport
    private let clock: ClientClock

    private var machine: RealtimeMachine
    private var readers: [String: Reader] = [:]
    private var link: Link?
    private var alarm: (time: Duration, task: Task<Void, Never>)?

    /// Creates a client without a connection.
    ///
    /// - Parameters:
    ///   - url: the address of the service's WebSockets.
    ///   - authorization: authorizes connections and subscriptions.
    ///   - sockets: opens the connections.
    ///   - clock: measures the waits.
    ///   - entropy: the source of the pauses' jitter.
    init(
        url: URL, authorization: RealtimeAuthorization, sockets: any SocketTransport, clock: ClientClock,
        entropy: Entropy
    ) {
        self.url = url
        self.authorization = authorization
        self.sockets = sockets
        self.clock = clock
        let policy = RetryPolicy(firstPause: .milliseconds(25), longestPause: .milliseconds(6_400))
        machine = RealtimeMachine { policy.pause(after: $0, entropy: entropy) ?? policy.longestPause }
    }

    deinit {
        link?.reading.cancel()
        link?.outgoing?.abandon()
        alarm?.task.cancel()
    }

    /// Subscribes now, and unsubscribes when the reader of the events has gone.
    ///
    /// - Parameters:
    ///   - id: the id of the subscription, unique on the connection.
    ///   - document: the JSON of the subscription's document.
    ///   - reader: receives the events.
    ///   - events: reports the end of the reading.
    nonisolated func follow<Event>(
        id: String, document: String, _ reader: SubscriptionReader,
        until events: AsyncThrowingStream<Event, any Error>.Continuation
    ) {
        // Unstructured on purpose: a subscription lives as long as its reader, whatever task made it.
        let subscribing = Task { await subscribe(id: id, document: document, reader) }
        events.onTermination = { _ in
            Task {
                await subscribing.value
                await self.handle(.unsubscribe(id: id))
            }
        }
    }

    /// Ends all subscriptions and the connection.
    func shutDown() {
        handle(.shutDown)
    }

    private func subscribe(id: String, document: String, _ reader: SubscriptionReader) {
        readers[id] = Reader(reader: reader, document: document)
        handle(.subscribe(id: id))
    }

    private func handle(_ input: RealtimeMachine.Input, of generation: Int) {
        if generation == machine.generation { handle(input) }
    }

    private func handle(_ input: RealtimeMachine.Input) {
        if case .unsubscribe(let id) = input { readers[id] = nil }
        for action in machine.handle(input, at: clock.uptime()) { perform(action) }
        setAlarm()
    }

    private func perform(_ action: RealtimeMachine.Action) {
        switch action {
        case .open: open()
        case .initialize: link?.outgoing?.send(.initialize)
        case .start(let id): authorizeStart(of: id)
        case .stop(let id): link?.outgoing?.send(.stop(id: id))
        case .close(let closure): close(closure)
        case .notify(let id, let state): readers[id]?.reader.notify(state)
        case .deliver(let id, let payload): readers[id]?.reader.deliver(payload)
        case .end(let id, let failure): readers.removeValue(forKey: id)?.reader.end(failure)
        }
    }

    // MARK: - The connection

    private func open() {
        let generation = machine.generation
        // Without a reference to the client: a client that nothing refers to closes its connection.
        let reading = Task { [weak self, url, authorization, sockets] in
            do throws(RealtimeFailure) {
                let connection = try await Self.connect(url, authorization, sockets)
                guard let self, await self.take(connection, generation) else { return }
                while true {
                    let event = try await Self.next(connection)
                    await self.take(event, generation)
                    if case .closed = event { return }
                }
            } catch {
                await self?.handle(.lost(error), of: generation)
            }
        }
        link = Link(generation: generation, reading: reading)
    }

    private static func connect(
        _ url: URL, _ authorization: RealtimeAuthorization, _ sockets: any SocketTransport
    ) async throws(RealtimeFailure) -> any SocketConnection {
        let headers: [(name: String, value: String)]
        do throws(APIError) {
            headers = try await authorization.connectionHeaders()
        } catch {
            throw .authorization(error)
        }
        do throws(SocketError) {
            return try await sockets.open(
                SocketRequest(
                    url: url, subprotocols: ["graphql-ws"], headers: headers, timeout: RealtimeMachine.connectTime))
        } catch {
            throw .socket(error)
        }
    }

    private static func next(_ connection: any SocketConnection) async throws(RealtimeFailure) -> SocketEvent {
        do throws(SocketError) {
            return try await connection.receive()
        } catch {
            throw .socket(error)
        }
    }

    /// Takes the open connection; false if it is not wanted any more.
    private func take(_ connection: any SocketConnection, _ generation: Int) -> Bool {
        guard generation == machine.generation, link?.generation == generation else { return false }
        link?.outgoing = Outgoing(connection, clock)
        handle(.opened)
        return true
    }

    private func take(_ event: SocketEvent, _ generation: Int) {
        switch event {
        case .closed(let closure): handle(.lost(.closed(closure)), of: generation)
        case .message(let message):
            if let response = RealtimeResponse(message) {
                handle(.received(response), of: generation)
            } else {
                Amplify.API.log.debug("A message of the service is not one that this client knows.")
            }
        }
    }

    private func close(_ closure: SocketClosure) {
        link?.reading.cancel()
        link?.outgoing?.close(closure)
        link = nil
    }

    // MARK: - Starts and time

    private func authorizeStart(of id: String) {
        guard let document = readers[id]?.document else { return }
        let generation = machine.generation
        Task { [weak self, authorization] in
            do throws(APIError) {
                let headers = try await authorization.subscriptionHeaders(document)
                await self?.sendStart(of: id, document, headers, generation)
            } catch {
                await self?.handle(.notStarted(id: id, .authorization(error)), of: generation)
            }
        }
    }

    private func sendStart(of id: String, _ document: String, _ headers: [String: String], _ generation: Int) {
        guard generation == machine.generation, machine.awaitsStart(of: id) else { return }
        link?.outgoing?.send(.start(id: id, document: document, authorization: headers))
        handle(.started(id: id))
    }

    /// Sets the alarm for the next time at which something is due, unless it is earlier.
    private func setAlarm() {
        guard let time = machine.nextDeadline else { return }
        if let alarm, alarm.time <= time { return }
        alarm?.task.cancel()
        let task = Task { [weak self, clock] in
            do {
                try await clock.sleep(max(.zero, time - clock.uptime()))
                await self?.ring(time)
            } catch {
                // Another alarm has taken its place.
            }
        }
        alarm = (time, task)
    }

    private func ring(_ time: Duration) {
        // One that was replaced while it rang.
        guard alarm?.time == time else { return }
        alarm = nil
        handle(.tick)
    }
}
