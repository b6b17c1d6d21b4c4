// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@Suite struct ContinueHandlerTests {
    private func connection() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(ContinueHandler())
        return channel
    }

    private func head(expecting expectation: String?) -> HTTPRequestPart {
        var request = HTTPRequest(method: .put, scheme: "http", authority: "localhost", path: "/")
        request.headerFields[.expect] = expectation
        return .head(request)
    }

    private func status(_ channel: EmbeddedChannel) throws -> Int? {
        guard case .head(let head) = try channel.readOutbound(as: HTTPResponsePart.self) else { return nil }
        return head.status.code
    }

    @Test func `the expectation is answered, and the request goes on`() throws {
        let channel = try connection()
        try channel.writeInbound(head(expecting: "100-continue"))
        #expect(try status(channel) == 100)
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == head(expecting: "100-continue"))
    }

    @Test(arguments: [nil, "", "200-ok"] as [String?])
    func `without the expectation, no interim response is written`(expectation: String?) throws {
        let channel = try connection()
        try channel.writeInbound(head(expecting: expectation))
        #expect(try status(channel) == nil)
    }

    @Test func `no interim response is written into the answer to an earlier request`() throws {
        let channel = try connection()
        try channel.writeInbound(head(expecting: nil))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(head(expecting: "100-continue"))
        #expect(try status(channel) == nil)
        for _ in 1...2 {
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
            #expect(try status(channel) == 200)
            _ = try channel.readOutbound(as: HTTPResponsePart.self)
        }
        try channel.writeInbound(head(expecting: "100-continue"))
        #expect(try status(channel) == 100)
    }
}
