// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSites
import Testing

/// Requests whose bodies arrive together with their heads.
@Suite struct WholeRequestTests {
    private static func message(_ body: String, length: Int? = nil) -> String {
        "POST \(TestConnection.wholePath) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length ?? body.utf8.count)"
            + "\r\n\r\n\(body)"
    }

    private func expectOne(_ connection: TestConnection, _ body: String, isWhole: Bool) throws {
        #expect(connection.requests.count == 1)
        let request = try #require(connection.requests.first)
        #expect(String(decoding: request.body, as: UTF8.self) == body)
        #expect((request.query == TestConnection.wholeQuery) == isWhole)
        connection.respond("answer")
        #expect(try connection.received().hasSuffix("\r\n\r\nanswer"))
    }

    @Test func `a request that arrives at once is handled whole`() throws {
        let connection = try TestConnection(decodes: true)
        try connection.sendBytes(Self.message("body"))
        try expectOne(connection, "body", isWhole: true)
        try connection.sendBytes(Self.message(""))
        try expectOne(connection, "", isWhole: true)
    }

    @Test func `a body that arrives later is handled in pieces`() throws {
        let connection = try TestConnection(decodes: true)
        try connection.sendBytes(Self.message("bo", length: 4))
        #expect(connection.requests.isEmpty)
        try connection.sendBytes("dy")
        try expectOne(connection, "body", isWhole: false)
        try connection.sendBytes(Self.message("body"))
        try expectOne(connection, "body", isWhole: true)
    }

    @Test func `a long body is handled in pieces`() throws {
        let connection = try TestConnection(decodes: true)
        let body = String(repeating: "x", count: 16_384)
        try connection.sendBytes(Self.message(body))
        try expectOne(connection, body, isWhole: false)
    }

    @Test func `a refusal is sent before a task runs, and the connection serves the next request`() throws {
        let connection = try TestConnection(decodes: true)
        try connection.sendBytes(Self.message(TestConnection.refusedBody) + Self.message("body"))
        #expect(try connection.received().hasPrefix("HTTP/1.1 503 "))
        try expectOne(connection, "body", isWhole: true)
    }

    @Test func `requests that were sent ahead are handled whole and in their order`() throws {
        let connection = try TestConnection(decodes: true)
        try connection.sendBytes(
            Self.message("one") + Self.message(TestConnection.refusedBody) + Self.message("two"))
        #expect(connection.requests.map(\.body) == [Data("one".utf8)])
        connection.respond("answer")
        let responses = try connection.received()
        let (first, second) = (responses.firstRange(of: "answer"), responses.firstRange(of: "HTTP/1.1 503 "))
        #expect(try #require(first).upperBound == #require(second).lowerBound)
        try expectOne(connection, "two", isWhole: true)
    }

    @Test func `a message that becomes malformed in its body is refused`() throws {
        let connection = try TestConnection(decodes: true)
        try connection.sendBytes(
            "POST \(TestConnection.wholePath) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n")
        #expect(try connection.received().hasPrefix("HTTP/1.1 400 "))
        #expect(connection.requests.isEmpty)
    }
}
