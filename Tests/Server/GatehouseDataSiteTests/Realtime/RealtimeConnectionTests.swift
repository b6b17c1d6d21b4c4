// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Connections of `graphql-ws` with real APIs, callers and records.
@Suite(.hangLimit) struct RealtimeConnectionTests {
    private static let refused: WireValue = [
        "type": "connection_error",
        "payload": [
            "errors": [
                [
                    "errorType": "UnauthorizedException", "message": "You are not authorized to make this call.",
                    "errorCode": 401,
                ]
            ]
        ],
    ]

    // MARK: - The connection

    @Test func `a key opens a connection from headers, from the query and from an offered subprotocol`() async throws {
        let bench = try await DataBench()
        let object = Array(#"{"host":"localhost","x-api-key":"\#(bench.key)"}"#.utf8)
        for connection in [
            try await bench.open(bench.withKey),
            try await bench.open([], query: "header=\(Base64.encode(object))&payload=e30="),
            try await bench.open([], offer: "graphql-ws, header-\(Base64URL.encode(object))"),
            try await bench.open(bench.withKey, path: "/graphql"),
            try await bench.open(bench.withKey, path: "/apis/\(bench.id)/graphql/realtime"),
        ] {
            try await connection.initialize()
            await connection.hangUp()
        }
    }

    @Test func `a connection without valid credentials gets the reason, and closes with status 1000`() async throws {
        let bench = try await DataBench()
        let silent = try await bench.open([("x-api-key", "da2-wrong")])
        await bench.pauses.end(.seconds(5))
        #expect(await silent.status == .normal)
        for connection in [
            try await bench.open([("x-api-key", "da2-wrong")]),
            try await bench.open(
                [], offer: "graphql-ws, header-\(Base64URL.encode(Array(#"{"x-api-key":"a"}"#.utf8)))"),
        ] {
            #expect(try await connection.socket.hear() == Self.refused)
            // Some clients send this before they read.
            connection.socket.say(#"{"type":"connection_init"}"#)
            #expect(await connection.status == .normal)
            #expect(try await connection.socket.hear() == .null)
        }
        let signedOut = try await bench.open([("Authorization", "")])
        let error = try await signedOut.socket.hear()["payload"]?["errors"]?.arrayValue?.first
        #expect(error?["errorType"] == "UnauthorizedException")
        let unreadable = try await bench.open([], query: "header=x&payload=e30=")
        #expect(
            try await unreadable.socket.hear()["payload"]?["errors"]?.arrayValue?.first?["errorCode"] == 400)
    }

    @Test func `a handshake without the subprotocol or without an API is refused in HTTP`() async throws {
        let bench = try await DataBench(isDefault: false)
        _ = await bench.newAPI()
        let path = "/apis/\(bench.id)/graphql/realtime"
        for (path, headers, status) in [
            (path, DataBench.handshake("chat"), 400),
            (path, DataBench.handshake().filter { $0.0 != "Sec-WebSocket-Protocol" }, 400),
            ("/graphql/realtime", DataBench.handshake(), 404),
        ] {
            let request = DataBench.request("GET", path, headers + bench.withKey)
            guard case .respond(let response) = try await bench.upgrade(request) else {
                Issue.record("The connection is open.")
                return
            }
            #expect(response.status == status)
        }
    }

    @Test func `a client that is not ready in time is disconnected, to connect anew`() async throws {
        let bench = try await DataBench()
        let connection = try await bench.open(bench.withKey)
        await bench.pauses.end(.seconds(30))
        #expect(await connection.status.code == 1011)
    }

    @Test func `signs of life follow every minute, for a day`() async throws {
        let bench = try await DataBench()
        let connection = try await bench.connect(bench.withKey)
        for _ in 1..<(24 * 60) {
            await bench.pauses.end(.seconds(60))
            #expect(try await connection.socket.hear() == ["type": "ka"])
        }
        await bench.pauses.end(.seconds(60))
        #expect(await connection.status.code == 1011)
    }

    @Test func `an invalid message is answered with an error, and bytes are read as text`() async throws {
        let bench = try await DataBench()
        let connection = try await bench.connect(bench.withKey)
        for text in ["x", "{}", #"{"type":"other"}"#] {
            connection.socket.say(text)
            let answer = try await connection.socket.hear()
            #expect(answer["type"] == "error" && answer["id"] == nil)
            #expect(answer["payload"]?["errors"]?.arrayValue?.first?["errorType"] == "UnsupportedOperation")
        }
        connection.socket.say(bytes: #"{"type":"stop","id":"1"}"#)
        #expect(try await connection.socket.hear() == ["type": "complete", "id": "1"])
        await connection.hangUp()
    }

    // MARK: - Subscriptions

    @Test func `an owner hears of own records, and another user does not`() async throws {
        let bench = try await DataBench()
        let (alice, bob) = (try await bench.user("alice"), try await bench.user("bob"))
        let (hers, his) = (try await bench.connect(alice), try await bench.connect(bob))
        try await hers.subscribe("1", alice)
        try await his.subscribe("1", bob)
        try await bench.create("from Alice", as: alice)
        try await bench.create("from Bob", as: bob)
        let expected = { (content: String, owner: String) -> WireValue in
            [
                "type": "data", "id": "1",
                "payload": ["data": ["onCreateTodo": ["content": .string(content), "owner": .string(owner)]]],
            ]
        }
        #expect(try await hers.socket.hear() == expected("from Alice", "alice"))
        #expect(try await his.socket.hear() == expected("from Bob", "bob"))
        await hers.hangUp()
        await his.hangUp()
    }

    @Test func `one connection carries subscriptions of several callers, each with its own`() async throws {
        let bench = try await DataBench()
        let (alice, bob) = (try await bench.user("alice"), try await bench.user("bob"))
        let connection = try await bench.connect(bench.withKey)
        try await connection.subscribe("a", alice)
        try await connection.subscribe("b", bob)
        try await bench.create("x", as: bob)
        #expect(try await connection.socket.hear()["id"] == "b")
        try await bench.create("y", as: alice)
        #expect(try await connection.socket.hear()["id"] == "a")
        await connection.hangUp()
    }

    @Test func `a subscription has events again and again, also several at once`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        let connection = try await bench.connect(alice)
        try await connection.subscribe("1", alice, to: "subscription { onCreateTodo { content } }")
        for round in 0..<3 {
            for number in 0..<round + 1 { try await bench.create("\(round).\(number)", as: alice) }
            for number in 0..<round + 1 {
                #expect(
                    try await connection.socket.hear()["payload"]
                        == ["data": ["onCreateTodo": ["content": .string("\(round).\(number)")]]])
            }
        }
        await connection.hangUp()
    }

    @Test func `a refused start names its reason and leaves the others alone`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        let connection = try await bench.connect(alice)
        try await connection.subscribe("good", alice)
        for (document, headers, type) in [
            ("subscription { onCreateTodo { id } }", bench.withKey, "Unauthorized"),
            ("subscription { onCreateTodo { id } }", [], "UnauthorizedException"),
            ("subscription { onCreateTodo { id } }", [("Authorization", "x")], "UnauthorizedException"),
            ("subscription { onCreateNothing { id } }", alice, "BadRequestException"),
            ("query { listTodos { items { id } } }", alice, "UnsupportedOperation"),
        ] {
            connection.start("bad", document, headers)
            let answer = try await connection.socket.hear()
            #expect(answer["type"] == "error" && answer["id"] == "bad")
            #expect(answer["payload"]?["errors"]?.arrayValue?.first?["errorType"] == .string(type))
        }
        connection.start("bad", data: "{", ["Authorization": .string(alice[0].1)])
        #expect(
            try await connection.socket.hear()["payload"]?["errors"]?.arrayValue?.first?["errorType"]
                == "UnsupportedOperation")
        try await bench.create("x", as: alice)
        #expect(try await connection.socket.hear()["id"] == "good")
        await connection.hangUp()
    }

    @Test func `a stopped subscription has no further events, and a repeated id replaces the former one`()
        async throws
    {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        let connection = try await bench.connect(alice)
        try await connection.subscribe("1", alice)
        try await connection.subscribe("1", alice, to: "subscription { onCreateTodo { id } }")
        let made = try await bench.create("x", as: alice)
        #expect(
            try await connection.socket.hear()["payload"]
                == ["data": ["onCreateTodo": ["id": made["id"] ?? .null]]])
        connection.socket.say(#"{"type":"stop","id":"1"}"#)
        #expect(try await connection.socket.hear() == ["type": "complete", "id": "1"])
        try await bench.create("y", as: alice)
        connection.socket.say(#"{"type":"stop","id":"2"}"#)
        #expect(try await connection.socket.hear() == ["type": "complete", "id": "2"])
        await connection.hangUp()
    }

    // MARK: - The end of a caller, an API or a connection

    @Test func `subscriptions of a session that is revoked end with the next check, others go on`() async throws {
        let bench = try await DataBench()
        let (alice, bob) = (try await bench.user("alice"), try await bench.user("bob"))
        let connection = try await bench.connect(bench.withKey)
        try await connection.subscribe("a", alice)
        try await connection.subscribe("b", bob)
        _ = try await bench.fixture.administrator.adminUserGlobalSignOut(
            AdminUserGlobalSignOutRequest(userPoolId: bench.fixture.poolID, username: "alice"))
        await bench.pauses.end(.seconds(3))
        let ended = try await connection.socket.hear()
        #expect(ended["type"] == "error" && ended["id"] == "a")
        #expect(
            ended["payload"]?["errors"]?.arrayValue?.first
                == [
                    "errorType": "UnauthorizedException", "message": "You are not authorized to make this call.",
                    "errorCode": 401,
                ])
        try await bench.create("x", as: bob)
        #expect(try await connection.socket.hear()["id"] == "b")
        await connection.hangUp()
    }

    @Test func `a subscription ends a minute after its token has expired`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        let connection = try await bench.connect(bench.withKey)
        try await connection.subscribe("a", alice)
        bench.gatehouse.clock.advance(by: 3_659)
        await bench.pauses.end(.seconds(60))
        #expect(try await connection.socket.hear() == ["type": "ka"])
        bench.gatehouse.clock.advance(by: 1)
        let again = [("Authorization", try await bench.fixture.accessToken("alice"))]
        try await bench.create("late", as: again)
        let ended = try await connection.socket.hear()
        #expect(ended["type"] == "error" && ended["id"] == "a")
        #expect(
            ended["payload"]?["errors"]?.arrayValue?.first?["message"] == "Token has expired.")
        await connection.hangUp()
    }

    @Test func `a change of the schema disconnects clients, to connect anew`() async throws {
        let bench = try await DataBench()
        let alice = try await bench.user("alice")
        let (first, second) = (try await bench.connect(alice), try await bench.connect(alice))
        try await first.subscribe("1", alice)
        try await bench.changeSchema()
        try await bench.create("x", as: alice)
        #expect(await first.status.code == 1011)
        second.start("1", "subscription { onCreateTodo { id } }", alice)
        #expect(await second.status.code == 1011)
    }

    @Test func `a client that reads too slowly is disconnected, and delays no mutation`() async throws {
        let bench = try await DataBench(limits: DataLimits(waitingEvents: 3))
        let alice = try await bench.user("alice")
        let connection = try await bench.connect(alice)
        try await connection.subscribe("1", alice)
        connection.socket.stopReading()
        for number in 0..<8 { try await bench.create("\(number)", as: alice) }
        connection.socket.readOn()
        #expect(await connection.status == .connectAnew("The client reads too slowly."))
    }

    // MARK: - Signatures

    @Test func `signatures over requests that are never sent open a connection and a subscription`() async throws {
        let bench = try await DataBench(
            schema: "type Note @model @auth(rules: [{ allow: private, provider: iam }]) { id: ID! text: String }")
        let data = DataBench.body("subscription { onCreateNote { text } }")
        let headers = [
            ("accept", "application/json, text/javascript"), ("content-encoding", "amz-1.0"),
            ("content-type", "application/json; charset=UTF-8"),
        ]
        // Older clients sign the usual paths, whatever the path of the endpoint is.
        for (signed, host) in [("/apis/\(bench.id)/graphql", "localhost"), ("/graphql", DataBench.host)] {
            func signature(_ path: String, _ body: String) -> WireValue {
                let request = DataBench.request("POST", path, headers, body: body, host: host)
                let all = request.headers + bench.signature(request)
                return .object(
                    Dictionary(
                        all.map { (WireName($0.name), WireValue.string($0.value)) }, uniquingKeysWith: { $1 }))
            }
            let header = Base64.encode(signature(signed + "/connect", "{}").jsonBytes())
                .replacing("+", with: "%2B").replacing("=", with: "%3D")
            let connection = try await bench.open(
                [], path: "/apis/\(bench.id)/graphql/realtime", query: "header=\(header)&payload=e30%3D")
            try await connection.initialize()
            connection.start("1", data: data, signature(signed, data))
            #expect(try await connection.socket.hear() == ["type": "start_ack", "id": "1"])
            // The signature of other data is none of this subscription.
            connection.start("2", data: data, signature(signed, data + " "))
            let refused = try await connection.socket.hear()
            #expect(refused["type"] == "error" && refused["id"] == "2")
            await connection.hangUp()
        }
    }
}
