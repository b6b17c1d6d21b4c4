// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import NIOCore
import NIOWebSocket
import Testing

@testable import AWSAPIPlugin

/// Subscriptions with a service that breaks its protocol, over the sockets of the system.
@Suite(.hangLimit) struct MisbehavingServiceTests {
    /// What becomes of an accepted subscription.
    enum Outcome: Sendable {
        /// It ends without an error.
        case ends
        /// It ends with an error that has this text.
        case fails(String)
        /// It continues on a second connection.
        case continues
    }

    /// The payload of a close frame.
    struct Close: Sendable, CustomTestStringConvertible {
        let payload: [UInt8]
        let outcome: Outcome

        init(_ code: UInt16, _ outcome: Outcome) {
            payload = [UInt8(code >> 8), UInt8(code & 0xFF)]
            self.outcome = outcome
        }

        init(payload: [UInt8], _ outcome: Outcome) {
            self.payload = payload
            self.outcome = outcome
        }

        var testDescription: String { "\(payload)" }

        /// The close codes that a frame can have up to 1011 and some more, and payloads that break the protocol.
        static let all = [
            Close(1_000, .ends), Close(1_001, .ends), Close(1_002, .fails("code 1002")),
            Close(1_003, .fails("code 1003")), Close(1_004, .fails("wrong code")),
            Close(payload: [], .fails("code 1005")),
            Close(1_005, .fails("wrong code")), Close(1_006, .fails("wrong code")), Close(1_007, .fails("code 1007")),
            Close(1_008, .continues), Close(1_009, .fails("code 1009")), Close(1_010, .fails("code 1010")),
            Close(1_011, .continues), Close(1_012, .fails("code 1012")), Close(1_015, .fails("wrong code")),
            Close(999, .fails("wrong code")), Close(4_401, .fails("code 4401")), Close(5_000, .fails("wrong code")),
            Close(payload: [0x03], .fails("wrong code")), Close(payload: [0x03, 0xF3, 0xFF], .fails("not UTF-8")),
        ]
    }

    /// Runs a subscription with a service that misbehaves after it has accepted the first start.
    ///
    /// The service counts the connections. With a second one, it sends an event.
    private func subscribe(
        expecting outcome: Outcome,
        _ misbehave: @escaping @Sendable (inout SocketPeer, _ id: String) async throws -> Void
    ) async throws {
        let numbers = Script([1, 2, 3])
        let connections = LiveCount()
        let script: SocketServer.Script = { peer in
            connections.add()
            let id = try await peer.acceptedStart()
            guard numbers.next() == 1 else {
                try await peer.sendData(id, "on the second connection")
                _ = try await peer.next()
                return
            }
            try await misbehave(&peer, id)
        }
        try await SocketServer.serving(subprotocol: "graphql-ws", script) { url in
            let plugin = try AWSAPIPlugin.overSockets(url)
            var events = SeenEvents(plugin.subscribe(request: APIApp.titles()))
            #expect(try await events.next(2) == ["connecting", "connected"])
            switch outcome {
            case .ends:
                #expect(try await events.next(2) == ["disconnected", nil])
            case .fails(let text):
                let error = try await events.failure()
                #expect(error.errorDescription.contains(text), "\(error.errorDescription)")
                #expect(!error.isUnauthorized())
            case .continues:
                #expect(try await events.next(3) == ["connecting", "connected", "on the second connection"])
            }
            events.cancel()
            let isSecond = if case .continues = outcome { true } else { false }
            #expect(connections.count == (isSecond ? 2 : 1))
        }
    }

    @Test(arguments: Close.all)
    func `a close code ends the subscription, fails it, or leads to the next connection`(close: Close) async throws {
        try await subscribe(expecting: close.outcome) { peer, _ in
            try await peer.close(close.payload)
            _ = try await peer.next()
        }
    }

    @Test func `a lost connection leads to the next one`() async throws {
        try await subscribe(expecting: .continues) { _, _ in }
    }

    @Test func `half a message before the loss is not delivered`() async throws {
        try await subscribe(expecting: .continues) { peer, id in
            try await peer.send(.text, #"{"type":"data","id":"\#(id)","payl"#, isFinal: false)
        }
    }

    @Test func `a message that is too long is an error, and is not read to its end`() async throws {
        try await subscribe(expecting: .fails("more than \(RealtimeClient.messageLimit) bytes")) { peer, id in
            let half = String(repeating: "x", count: RealtimeClient.messageLimit / 2)
            for part in 0...2 {
                try await peer.send(part == 0 ? .text : .continuation, half + "x", isFinal: part == 2)
            }
            _ = try await peer.closing()
        }
    }

    @Test func `a frame of a reserved kind and a text that is not UTF-8 are errors`() async throws {
        try await subscribe(expecting: .fails("reserved kind")) { peer, _ in
            try await peer.send(WebSocketOpcode(encodedWebSocketOpcode: 3) ?? .text, "x")
            _ = try await peer.closing()
        }
        try await subscribe(expecting: .fails("not UTF-8")) { peer, _ in
            try await peer.send(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: [0xFF, 0xFE])))
            _ = try await peer.closing()
        }
    }

    @Test func `messages that are not for the subscription are ignored`() async throws {
        let foreign = [
            "", "{", "[]", "null", "<html><body>502</body></html>",
            #"{"type":"unknown","id":"ID"}"#, #"{"type":["data"]}"#,
            #"{"type":"data","payload":{"data":{"onCreateTodo":{"title":"without an id"}}}}"#,
            #"{"type":"data","id":7,"payload":{"data":{"onCreateTodo":{"title":"of a number"}}}}"#,
            #"{"type":"data","id":"other","payload":{"data":{"onCreateTodo":{"title":"of another id"}}}}"#,
            #"{"type":"error","id":"other","payload":{"errors":[{"errorType":"UnauthorizedException"}]}}"#,
            #"{"type":"error","payload":{"errors":{"errorType":"LimitExceededError"}}}"#,
            #"{"type":"complete","id":"other"}"#, #"{"type":"start_ack","id":"other"}"#,
            #"{"type":"start_ack","id":"ID"}"#,
            #"{"type":"connection_ack","payload":{"connectionTimeoutMs":1}}"#,
        ]
        let titles = ["Tea", "Milk"]
        let script: SocketServer.Script = { peer in
            let id = try await peer.acceptedStart()
            try await peer.sendData(id, titles[0])
            for text in foreign { try await peer.send(.text, text.replacing("ID", with: id)) }
            try await peer.send(.binary, "\u{0}\u{1}")
            try await peer.send(.ping, "alive")
            try await peer.expect(.pong, "alive")
            try await peer.sendData(id, titles[1])
            _ = try await peer.closing()
        }
        try await SocketServer.serving(subprotocol: "graphql-ws", script) { url in
            let plugin = try AWSAPIPlugin.overSockets(url)
            var events = SeenEvents(plugin.subscribe(request: APIApp.titles()))
            #expect(try await events.next(4) == ["connecting", "connected"] + titles)
            events.cancel()
        }
    }

    @Test func `data beside errors is an event with both, and the subscription continues`() async throws {
        let script: SocketServer.Script = { peer in
            let id = try await peer.acceptedStart()
            let errors = #""errors":[{"message":"a field is refused"}]"#
            let data = #""data":{"onCreateTodo":{"title":"Tea"}}"#
            for payload in [#"{\#(data),\#(errors)}"#, #"{"data":null,\#(errors)}"#, #"{\#(data),"errors":null}"#] {
                try await peer.send(.text, #"{"type":"data","id":"\#(id)","payload":\#(payload)}"#)
            }
            _ = try await peer.closing()
        }
        try await SocketServer.serving(subprotocol: "graphql-ws", script) { url in
            let plugin = try AWSAPIPlugin.overSockets(url)
            var data: [GraphQLResponse<Todo>] = []
            for try await event in plugin.subscribe(request: APIApp.titles()) {
                if case .data(let response) = event { data.append(response) }
                if data.count == 3 { break }
            }
            guard case .failure(.partial(let todo, let errors)) = data[0], case .failure(.error(let refusal)) = data[1],
                case .success(let last) = data[2]
            else {
                Issue.record("The events are \(data).")
                return
            }
            #expect(todo.title == "Tea" && errors.map(\.message) == ["a field is refused"])
            #expect(refusal.count == 1 && last.title == "Tea")
        }
    }

    @Test(arguments: [#"[]"#, #""text""#, #"{}"#, #"{"data":null}"#, #"{"data":{},"errors":{}}"#, #"{"data":{}}"#])
    func `data in another form than an answer ends the subscription with an error`(payload: String) async throws {
        let script: SocketServer.Script = { peer in
            let id = try await peer.acceptedStart()
            try await peer.send(.text, #"{"type":"data","id":"\#(id)","payload":\#(payload)}"#)
            try await peer.expect(.text, #"{"id":"\#(id)","type":"stop"}"#)
            _ = try await peer.closing()
        }
        try await SocketServer.serving(subprotocol: "graphql-ws", script) { url in
            let plugin = try AWSAPIPlugin.overSockets(url)
            var events = SeenEvents(plugin.subscribe(request: APIApp.titles()))
            #expect(try await events.failure().isOperationCancelledError == false)
        }
    }

    @Test func `a socket that says nothing is left after five seconds, and the subscription after ten`() async throws {
        let connections = LiveCount()
        let clock = StepClock()
        let script: SocketServer.Script = { peer in
            connections.add()
            try await peer.expect(.text, #"{"type":"connection_init"}"#)
            #expect(try await peer.closing() == [0x03, 0xE9])
        }
        try await SocketServer.serving(subprotocol: "graphql-ws", script) { url in
            let plugin = try AWSAPIPlugin.overSockets(url, clock: clock.clock)
            var events = SeenEvents(plugin.subscribe(request: APIApp.titles()))
            #expect(try await events.next() == "connecting")
            // The opening may last longer than an acknowledgment.
            await clock.waitForSleep(of: .seconds(5))
            clock.advance(by: .seconds(5))
            await clock.waitForSleep(upTo: .milliseconds(25))
            clock.advance(by: .seconds(5))
            guard case .networkError(let text, _, _) = try await events.failure() else {
                Issue.record("The subscription has another end.")
                return
            }
            #expect(text == "The service did not send connection_ack in time.")
            #expect(connections.count <= 2)
        }
    }
}

extension SocketPeer {
    /// Begins the conversation, accepts the first start, and returns its id.
    mutating func acceptedStart() async throws -> String {
        try await expect(.text, #"{"type":"connection_init"}"#)
        try await send(.text, #"{"type":"connection_ack","payload":{"connectionTimeoutMs":300000}}"#)
        let frame = try #require(try await next())
        let text = Data(frame.unmaskedData.readableBytesView)
        let message = try JSONDecoder().decode([String: JSONValue].self, from: text)
        #expect(message["type"] == "start")
        let id = try #require(message["id"]?.stringValue)
        try await send(.text, #"{"type":"start_ack","id":"\#(id)"}"#)
        return id
    }

    /// Sends an event with a title.
    func sendData(_ id: String, _ title: String) async throws {
        try await send(
            .text, #"{"type":"data","id":"\#(id)","payload":{"data":{"onCreateTodo":{"title":"\#(title)"}}}}"#)
    }
}

extension AWSAPIPlugin {
    /// A plugin whose subscriptions lead to a server of the test.
    static func overSockets(_ url: URL, clock: ClientClock = .system) throws -> AWSAPIPlugin {
        var parts = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
        parts.scheme = "http"
        parts.query = nil
        let plugin = AWSAPIPlugin(
            session: ScriptedSession([.success("token")]), transport: ScriptedTransport([]), sockets: .platform,
            clock: clock, hub: { _ in })
        let api: JSONValue = [
            "endpointType": "GraphQL", "endpoint": .string(try #require(parts.string)), "authorizationType": "API_KEY",
            "apiKey": "da2-key",
        ]
        try plugin.configure(using: ["todos": api] as JSONValue)
        return plugin
    }
}
#endif
