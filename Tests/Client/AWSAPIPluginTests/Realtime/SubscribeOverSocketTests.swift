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

/// Subscriptions over the sockets of the system, with a server that misbehaves.
@Suite(.hangLimit) struct SubscribeOverSocketTests {
    private static let configuration = #"{"type":"connection_ack","payload":{"connectionTimeoutMs":300000}}"#

    private static func plugin(_ url: URL) throws -> AWSAPIPlugin {
        var parts = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
        parts.scheme = "http"
        parts.query = nil
        let plugin = AWSAPIPlugin(
            session: ScriptedSession([.success("token")]), transport: ScriptedTransport([]), sockets: .platform)
        let api: JSONValue = [
            "endpointType": "GraphQL", "endpoint": .string(try #require(parts.string)), "authorizationType": "API_KEY",
            "apiKey": "da2-key",
        ]
        try plugin.configure(using: ["todos": api] as JSONValue)
        return plugin
    }

    /// Reads the id of a start.
    private static func start(_ peer: inout SocketPeer) async throws -> String {
        let frame = try #require(try await peer.next())
        let message = try #require(RealtimeStart(String(buffer: frame.unmaskedData)))
        return message.id
    }

    private struct RealtimeStart: Decodable {
        let id: String
        let type: String

        init?(_ text: String) {
            guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)), read.type == "start" else {
                return nil
            }
            self = read
        }
    }

    @Test func `a subscription outlives half a frame, a close code and a lost connection`() async throws {
        let ids = Script([0, 1, 2, 3])
        let script: SocketServer.Script = { peer in
            try await peer.expect(.text, #"{"type":"connection_init"}"#)
            try await peer.send(.text, Self.configuration)
            let id = try await Self.start(&peer)
            try await peer.send(.text, #"{"type":"start_ack","id":"\#(id)"}"#)
            let data = #"{"type":"data","id":"\#(id)","payload":{"data":{"onCreateTodo":{"title":"\#(id)"}}}}"#
            switch ids.next() {
            case 0:
                // Half of a message, and no more.
                try await peer.send(.text, String(data.prefix(40)), isFinal: false)
            case 1: try await peer.close([0x03, 0xF3])
            case 2: return
            default:
                try await peer.send(.binary, #"{"type":"ka"}"#)
                try await peer.send(.text, "{{{")
                try await peer.send(.text, data)
                try await peer.expect(.text, #"{"id":"\#(id)","type":"stop"}"#)
                #expect(try await peer.closing() == [0x03, 0xE8])
            }
        }
        try await SocketServer.serving(subprotocol: "graphql-ws", script) { url in
            var events = try Self.plugin(url).subscribe(request: APIApp.titles()).makeAsyncIterator()
            var states: [SubscriptionConnectionState] = []
            while let event = try await events.next() {
                switch event {
                case .connection(let state): states.append(state)
                case .data(let todo):
                    let expected: [SubscriptionConnectionState] = [.connecting, .connected]
                    #expect(states == expected + expected + expected + expected)
                    #expect(UUID(uuidString: try todo.get().title) != nil)
                    return
                }
            }
        }
    }

    @Test func `a server of another protocol is an error`() async throws {
        try await SocketServer.serving(
            subprotocol: nil, { _ in },
            to: { url in
                let plugin = try Self.plugin(url)
                await #expect(throws: APIError.self) {
                    for try await _ in plugin.subscribe(request: APIApp.titles()) {}
                }
            })
    }

    @Test func `a regular end of the server ends the events without an error`() async throws {
        let script: SocketServer.Script = { peer in
            try await peer.expect(.text, #"{"type":"connection_init"}"#)
            try await peer.send(.text, Self.configuration)
            _ = try await Self.start(&peer)
            try await peer.close([0x03, 0xE9])
        }
        try await SocketServer.serving(subprotocol: "graphql-ws", script) { url in
            var states: [SubscriptionConnectionState] = []
            for try await event in try Self.plugin(url).subscribe(request: APIApp.titles()) {
                if case .connection(let state) = event { states.append(state) }
            }
            #expect(states == [.connecting, .disconnected])
        }
    }
}
#endif
