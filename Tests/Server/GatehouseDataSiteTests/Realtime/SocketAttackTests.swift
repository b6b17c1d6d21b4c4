// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Attacks through connections of `graphql-ws`.
@Suite(.hangLimit) struct SocketAttackTests {
    private static let schema = """
        type Todo @model @auth(rules: [{ allow: owner }, { allow: public, operations: [read] }]) {
          id: ID!
          content: String
        }
        """
    private static let document = "subscription { onCreateTodo { content } }"

    /// The type of the next message, or of its error.
    private func next(_ connection: OpenSocket) async throws -> String {
        let message = try await connection.socket.hear()
        let errors = message["payload"]?["errors"]
        let error = errors?["errorType"] ?? errors?.arrayValue?.first?["errorType"]
        return error?.stringValue ?? message["type"]?.stringValue ?? ""
    }

    // MARK: - Floods

    @Test func `a client that subscribes too often gets an error, and may subscribe again later`() async throws {
        let bench = try await DataBench(schema: Self.schema)
        let connection = try await bench.connect(bench.withKey)
        for number in 0..<300 { connection.start("\(number)", Self.document, bench.withKey) }
        var answers: [String: Int] = [:]
        for _ in 0..<300 { answers[try await next(connection), default: 0] += 1 }
        #expect(answers == ["start_ack": 100, "MaxSubscriptionsReachedError": 100, "LimitExceededError": 100])
        bench.gatehouse.clock.advance(by: 0.025)
        for expected in ["start_ack", "start_ack", "LimitExceededError"] {
            connection.start("0", Self.document, bench.withKey)
            #expect(try await next(connection) == expected)
        }
        // Other messages and other connections have no part in it.
        connection.socket.say(#"{"type":"stop","id":"1"}"#)
        #expect(try await next(connection) == "complete")
        let other = try await bench.connect(bench.withKey)
        try await other.subscribe("1", bench.withKey, to: Self.document)
        await other.hangUp()
        await connection.hangUp()
    }

    @Test func `starts before connection_init are bounded, too`() async throws {
        let bench = try await DataBench(schema: Self.schema)
        let connection = try await bench.open(bench.withKey)
        for number in 0..<250 { connection.start("\(number)", Self.document, bench.withKey) }
        var answers: [String: Int] = [:]
        for _ in 0..<250 { answers[try await next(connection), default: 0] += 1 }
        #expect(answers == ["UnsupportedOperation": 200, "LimitExceededError": 50])
        await connection.hangUp()
    }

    @Test func `long messages are answered, and the connection goes on`() async throws {
        let bench = try await DataBench(schema: Self.schema)
        let connection = try await bench.connect(bench.withKey)
        let long = String(repeating: "a", count: 1_000_000)
        connection.socket.say(long)
        #expect(try await next(connection) == "UnsupportedOperation")
        connection.start("1", "subscription { \(long) }", bench.withKey)
        #expect(try await next(connection) == "BadRequestException")
        connection.start("2", Self.document, [("x-api-key", long)])
        #expect(try await next(connection) == "UnauthorizedException")
        connection.start(String(repeating: "i", count: 129), Self.document, bench.withKey)
        #expect(try await next(connection) == "UnsupportedOperation")
        try await connection.subscribe("3", bench.withKey, to: Self.document)
        await connection.hangUp()
    }

    // MARK: - Contradictions

    @Test func `a start with contradictory credentials is refused`() async throws {
        let bench = try await DataBench(schema: Self.schema)
        let alice = try await bench.user("alice")
        let connection = try await bench.connect(alice)
        for headers in [
            alice + [("x-api-key", "da2-wrong")], bench.withKey + [("X-Api-Key", "da2-wrong")],
            bench.withKey + [("X-Api-Key", bench.key)], alice + [("authorization", alice[0].1)], [("x-api-key", "")],
        ] {
            connection.start("1", Self.document, headers)
            #expect(try await next(connection) == "UnauthorizedException")
        }
        await connection.hangUp()
    }

    // MARK: - Ends

    /// What ends a user.
    enum End: CaseIterable {
        case disabled, deleted
    }

    @Test(arguments: End.allCases)
    func `a subscription ends after its user was disabled or deleted`(_ end: End) async throws {
        let bench = try await DataBench(schema: Self.schema)
        let alice = try await bench.user("alice")
        let connection = try await bench.connect(bench.withKey)
        try await connection.subscribe("a", alice, to: Self.document)
        let (administrator, pool) = (bench.fixture.administrator, bench.fixture.poolID)
        switch end {
        case .disabled:
            _ = try await administrator.adminDisableUser(
                AdminDisableUserRequest(userPoolId: pool, username: "alice"))
        case .deleted:
            _ = try await administrator.adminDeleteUser(AdminDeleteUserRequest(userPoolId: pool, username: "alice"))
        }
        await bench.pauses.end(.seconds(3))
        #expect(try await next(connection) == "UnauthorizedException")
        await connection.hangUp()
    }

    @Test func `the subscriptions of an API that is deleted end`() async throws {
        let bench = try await DataBench(schema: Self.schema)
        let connection = try await bench.connect(bench.withKey)
        try await connection.subscribe("1", bench.withKey, to: Self.document)
        #expect(await bench.call("DELETE", "/v1/apis/\(bench.id)").status == 200)
        await bench.pauses.end(.seconds(3))
        #expect(await connection.status.code == 1011)
    }
}
