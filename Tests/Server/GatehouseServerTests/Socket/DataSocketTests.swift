// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import Foundation
import GatehouseClient
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// The data API of the whole server over real sockets.
@Suite(.hangLimit) struct DataSocketTests {
    @Test func `a subscription over a socket has the events of mutations over HTTP, until a shutdown`() async throws {
        let dev = try await DevelopmentFolder(
            schema: "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }")
        let key = try #require(dev.development.api?.key)
        try await listening(dev.process.installation.gateway) { port, shutDown in
            let url = try #require(URL(string: "ws://127.0.0.1:\(port)/graphql/realtime"))
            let connection = try await NIOSocketTransport().open(
                SocketRequest(url: url, subprotocols: ["graphql-ws"], headers: [("x-api-key", key)]))
            #expect(connection.subprotocol == "graphql-ws")
            func hear() async throws -> WireValue {
                guard case .message(.text(let text)) = try await connection.receive() else { return .null }
                return try WireValue(json: Array(text.utf8))
            }
            try await connection.send(.text(#"{"type":"connection_init"}"#))
            #expect(try await hear()["type"] == "connection_ack")
            #expect(try await hear()["type"] == "ka")
            let start: WireValue = [
                "type": "start", "id": "1",
                "payload": [
                    "data": #"{"query":"subscription { onCreateNote { text } }"}"#,
                    "extensions": ["authorization": ["host": "127.0.0.1", "x-api-key": .string(key)]],
                ],
            ]
            try await connection.send(.text(String(decoding: start.jsonBytes(), as: UTF8.self)))
            #expect(try await hear() == ["type": "start_ack", "id": "1"])
            let body = #"{"query":"mutation { createNote(input: {text: \"one\"}) { id } }"}"#
            let answer = try await RawConnection.open(port: port) { http in
                await http.send(
                    "POST /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nx-api-key: \(key)\r\n"
                        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                return await http.read()
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(
                try await hear() == ["type": "data", "id": "1", "payload": ["data": ["onCreateNote": ["text": "one"]]]])
            shutDown()
            guard case .closed(let closure) = try await connection.receive() else {
                Issue.record("The connection is open.")
                return
            }
            // Amplify's clients do not connect anew after 1001.
            #expect(closure.code.rawValue == 1011)
        }
    }
}
#endif
