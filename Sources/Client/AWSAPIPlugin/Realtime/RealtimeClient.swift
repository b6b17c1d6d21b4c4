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
        /// What the last start has shown to the service.
        var shown: Int?
    }

    private let url: URL
    private let authorization: RealtimeAuthorization
    private let sockets: any SocketTransport
    private let clock: ClientClock
    private let entropy: Entropy
    private let network: NetworkReturn

    private var machine: RealtimeMachine
    private var readers: [String: Reader] = [:]
    private var link: Link?
    private var alarm: (time: Duration, task: Task<Void, Never>)?
    private var awaitsNetwork = false

    /// The largest message of the service, in bytes; an event may have as much as an answer.
    static let messageLimit = 8 << 20

    /// Creates a client without a connection.
    ///
    /// - Parameters:
    ///   - url: the address of the service's WebSockets.
    ///   - authorization: authorizes connections and subscriptions.
    ///   - sockets: opens the connections.
    ///   - clock: measures the waits.
    ///   - entropy: the source of the subscriptions' ids and of the pauses' jitter.
    ///   - network: reports when the network works again.
    init(
        url: URL, authorization: RealtimeAuthorization, sockets: any SocketTransport, clock: ClientClock,
        entropy: Entropy, network: NetworkReturn
    ) {
        self.url = url
        self.authorization = authorization
        self.sockets = sockets
        self.clock = clock
        self.entropy = entropy
        self.network = network
        let policy = RetryPolicy(firstPause: .milliseconds(25), longestPause: .milliseconds(6_400))
        machine = RealtimeMachine { policy.pause(after: $0, entropy: entropy) ?? policy.longestPause }
    }

    deinit {
        link?.reading.cancel()
        link?.outgoing?.abandon()
        alarm?.task.cancel()
        network.leave(ObjectIdentifier(self))
    }

    /// The number of subscriptions that have not ended.
    var subscriptionCount: Int { readers.count }

    /// Whether there is a connection, or an attempt to open one.
    var isConnecting: Bool { link != nil }

    /// Subscribes now, and unsubscribes when the reader of the events has gone.
    ///
    /// - Parameters:
    ///   - document: the JSON of the subscription's document.
    ///   - reader: receives the events.
    ///   - events: reports the end of the reading.
    nonisolated func follow<Event>(
        document: String, _ reader: SubscriptionReader,
        until events: AsyncThrowingStream<Event, any Error>.Continuation
    ) {
        // Unstructured on purpose: a subscription lives as long as its reader, whatever task made it.
        let subscribing = Task { await subscribe(document, reader) }
        events.onTermination = { _ in
            // A reader that has gone before the subscription begins leaves no trace.
            subscribing.cancel()
            Task {
                if let id = await subscribing.value { await self.unsubscribe(id) }
            }
        }
    }

    /// Ends all subscriptions and the connection.
    func shutDown() {
        handle(.shutDown)
    }

    /// Begins a subscription under a new id; nil in a cancelled task.
    private func subscribe(_ document: String, _ reader: SubscriptionReader) -> String? {
        guard !Task.isCancelled else { return nil }
        var id = entropy.uuid().uppercased()
        while readers[id] != nil { id = entropy.uuid().uppercased() }
        readers[id] = Reader(reader: reader, document: document)
        handle(.subscribe(id: id))
        return id
    }

    private func unsubscribe(_ id: String) {
        readers.removeValue(forKey: id)?.reader.leave()
        handle(.unsubscribe(id: id))
    }

    private func networkReturned() {
        awaitsNetwork = false
        handle(.networkReturned)
    }

    private func handle(_ input: RealtimeMachine.Input, of generation: Int) {
        if generation == machine.generation { handle(input) }
    }

    private func handle(_ input: RealtimeMachine.Input) {
        for action in machine.handle(input, at: clock.uptime()) { perform(action) }
        watchNetwork()
        setAlarm()
    }

    private func watchNetwork() {
        guard awaitsNetwork != machine.awaitsNetwork else { return }
        awaitsNetwork = machine.awaitsNetwork
        guard awaitsNetwork else { return network.leave(ObjectIdentifier(self)) }
        network.wait(ObjectIdentifier(self)) { [weak self] in
            Task { await self?.networkReturned() }
        }
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
                    url: url, subprotocols: ["graphql-ws"], headers: headers, timeout: RealtimeMachine.connectTime,
                    messageLimit: messageLimit))
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
                let credentials = try await authorization.subscriptionCredentials(document)
                await self?.sendStart(of: id, document, credentials, generation)
            } catch {
                await self?.handle(.notStarted(id: id, .authorization(error)), of: generation)
            }
        }
    }

    private func sendStart(
        of id: String, _ document: String, _ credentials: RealtimeCredentials, _ generation: Int
    ) {
        guard generation == machine.generation, machine.awaitsStart(of: id) else { return }
        if machine.needsOtherCredentials(id), readers[id]?.shown == credentials.identity {
            return handle(.notRenewed(id: id))
        }
        readers[id]?.shown = credentials.identity
        link?.outgoing?.send(.start(id: id, document: document, authorization: credentials.headers))
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
