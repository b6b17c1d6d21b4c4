// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@Suite struct ContinueHandlerTests {
    private func connection() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(ContinueHandler())
        return channel
    }

    private func head(expecting expectation: String?) -> HTTPServerRequestPart {
        var request = HTTPRequestHead(version: .http1_1, method: .PUT, uri: "/", headers: ["Host": "localhost"])
        if let expectation { request.headers.add(name: "Expect", value: expectation) }
        return .head(request)
    }

    private func status(_ channel: EmbeddedChannel) throws -> Int? {
        guard case .head(let head) = try channel.readOutbound(as: HTTPServerResponsePart.self) else { return nil }
        return Int(head.status.code)
    }

    @Test func `the expectation is answered, and the request goes on`() throws {
        let channel = try connection()
        try channel.writeInbound(head(expecting: "100-continue"))
        #expect(try status(channel) == 100)
        #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == head(expecting: "100-continue"))
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
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        try channel.writeInbound(head(expecting: "100-continue"))
        #expect(try status(channel) == nil)
        for _ in 1...2 {
            try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
            #expect(try status(channel) == 200)
            _ = try channel.readOutbound(as: HTTPServerResponsePart.self)
        }
        try channel.writeInbound(head(expecting: "100-continue"))
        #expect(try status(channel) == 100)
    }
}
