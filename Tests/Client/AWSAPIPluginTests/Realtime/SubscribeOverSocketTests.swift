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
    @Test func `a subscription outlives half a frame, a close code and a lost connection`() async throws {
        let ids = Script([0, 1, 2, 3])
        let script: SocketServer.Script = { peer in
            let id = try await peer.acceptedStart()
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
            var events = try AWSAPIPlugin.overSockets(url).subscribe(request: APIApp.titles()).makeAsyncIterator()
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
                let plugin = try AWSAPIPlugin.overSockets(url)
                await #expect(throws: APIError.self) {
                    for try await _ in plugin.subscribe(request: APIApp.titles()) {}
                }
            })
    }

    @Test func `a regular end of the server ends the events without an error`() async throws {
        let script: SocketServer.Script = { peer in
            _ = try await peer.acceptedStart()
            try await peer.close([0x03, 0xE9])
        }
        try await SocketServer.serving(subprotocol: "graphql-ws", script) { url in
            var states: [SubscriptionConnectionState] = []
            for try await event in try AWSAPIPlugin.overSockets(url).subscribe(request: APIApp.titles()) {
                if case .connection(let state) = event { states.append(state) }
            }
            #expect(states == [.connecting, .connected, .disconnected])
        }
    }
}
#endif
