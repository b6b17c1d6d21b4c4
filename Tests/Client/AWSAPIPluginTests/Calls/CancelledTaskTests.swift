// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// Tasks that are cancelled, very many in a row: they leave no connection, no subscription and no wait.
///
/// `GATEHOUSEBUILD_RUNS` says how many.
@Suite(.hangLimit) struct CancelledTaskTests {
    private static let count = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_RUNS"].flatMap(Int.init) ?? 2_000
    private static let atOnce = 20

    /// Runs tasks, some of them at once, each with its number.
    private func run(_ body: @escaping @Sendable (Int) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<Self.atOnce {
                group.addTask {
                    for number in stride(from: worker, to: Self.count, by: Self.atOnce) { await body(number) }
                }
            }
        }
    }

    @Test func `cancelled subscriptions leave nothing behind`() async throws {
        let (sockets, clock) = (CountedSockets(), StepClock())
        let plugin = AWSAPIPlugin(
            session: ScriptedSession([.success("token")]), transport: ScriptedTransport([]), sockets: sockets,
            clock: clock.clock, hub: { _ in })
        try plugin.configure(using: APIApp.configuration(.apiKey))
        await run { number in
            // At any moment: before the start, during it, after it, by the task and by the sequence.
            let accepted = Latch()
            let sequence = plugin.subscribe(request: APIApp.titles())
            let reading = Task {
                for try await event in sequence {
                    guard case .connection(.connected) = event else { continue }
                    accepted.open()
                    if number % 5 == 0 { break }
                }
            }
            if number % 5 > 2 { await accepted.wait() }
            if number % 2 == 0 { reading.cancel() } else if number % 5 != 0 { sequence.cancel() }
            _ = await reading.result
        }
        let endpoint = try plugin.apis.endpoint(named: nil, kind: .graphQL)
        let client = try plugin.realtimeClient(endpoint, .apiKey)
        while await client.subscriptionCount > 0 { await Task.yield() }
        await sockets.live.waitForNone()
        #expect(await !client.isConnecting)
        #expect(sockets.subscriptions.count == 0 && sockets.subscriptions.most <= Self.atOnce * 2)
        // The connection that closes lives beside the next one.
        #expect(sockets.live.most <= Self.atOnce)
        // An alarm remains, which finds nothing to do.
        while clock.sleeperCount > 1 { await Task.yield() }
    }

    @Test func `cancelled queries leave nothing behind`() async throws {
        let (network, clock) = (WaitingTransport(), StepClock())
        let plugin = AWSAPIPlugin(
            session: ScriptedSession([.success("token")]), transport: network, sockets: ScriptedSockets([]),
            clock: clock.clock, hub: { _ in })
        try plugin.configure(using: APIApp.configuration(.apiKey))
        await run { number in
            let sent = Latch()
            let call = WaitingTransport.$sent.withValue(sent) {
                Task { try await plugin.query(request: APIApp.title()) }
            }
            if number % 2 == 0 { await sent.wait() }
            call.cancel()
            guard case .failure(let error as APIError) = await call.result else {
                Issue.record("The call has another end.")
                return
            }
            #expect(error.isOperationCancelledError)
        }
        await network.live.waitForNone()
        while clock.sleeperCount > 0 { await Task.yield() }
        #expect(network.live.count == 0 && network.live.most > 0)
    }
}

/// A transport that answers nothing until its task is cancelled.
private struct WaitingTransport: Transport {
    /// What opens when the request of the present task is sent.
    @TaskLocal static var sent = Latch()

    let live = LiveCount()

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        live.add()
        defer { live.remove() }
        Self.sent.open()
        await Latch().wait()
        throw TransportError(.cancelled)
    }
}

/// WebSockets whose service accepts each start at once, and which are counted.
private struct CountedSockets: SocketTransport {
    /// The connections, open ones and those that something still refers to.
    let live = LiveCount()
    /// The subscriptions that the service has, on connections that are open.
    let subscriptions = LiveCount()

    func open(_ request: SocketRequest) async throws(SocketError) -> any SocketConnection {
        await Task.yield()
        return Connection(live, subscriptions)
    }

    private final class Connection: SocketConnection {
        let subprotocol: String? = "graphql-ws"
        private let inbox = SocketInbox(messages: .max, bytes: .max)
        private let live: LiveCount
        private let subscriptions: LiveCount
        private let ids = Script<Set<String>>([[]])

        init(_ live: LiveCount, _ subscriptions: LiveCount) {
            self.live = live
            self.subscriptions = subscriptions
            live.add()
        }

        deinit {
            end()
            live.remove()
        }

        func receive() async throws(SocketError) -> SocketEvent { try await inbox.receive() }

        func send(_ message: SocketMessage) async throws(SocketError) {
            guard case .text(let text) = message, let value = try? WireValue(json: Array(text.utf8)) else { return }
            let id = value["id"]?.stringValue ?? ""
            switch value["type"] {
            case "connection_init": inbox.offer(.text(#"{"type":"connection_ack"}"#))
            case "start":
                ids.replace([ids.next().union([id])])
                subscriptions.add()
                inbox.offer(.text(#"{"type":"start_ack","id":"\#(id)"}"#))
            case "stop" where ids.next().contains(id):
                ids.replace([ids.next().subtracting([id])])
                subscriptions.remove()
            default: Issue.record("The client sends \(text).")
            }
        }

        func close(_ closure: SocketClosure) async {
            end()
            inbox.finish(.success(closure))
        }

        /// Ends what the client has not stopped, as a service does with the connection.
        private func end() {
            for _ in ids.next() { subscriptions.remove() }
            ids.replace([[]])
        }
    }
}
