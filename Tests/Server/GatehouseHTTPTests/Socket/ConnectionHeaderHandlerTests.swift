// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@Suite struct ConnectionHeaderHandlerTests {
    @Test(
        arguments: [
            (nil, nil), ("close", "close"), ("Keep-Alive, TE", "Keep-Alive, TE"), ("\u{301}\u{323}", "close"),
            ("close, \u{E4}", "close"),
        ] as [(String?, String?)])
    func `options that are not ASCII close the connection, others stay`(sent: String?, passedOn: String?) throws {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(ConnectionHeaderHandler())
        var request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": "localhost"])
        if let sent { request.headers.add(name: "Connection", value: sent) }
        try channel.writeInbound(HTTPServerRequestPart.head(request))
        guard case .head(let head) = try channel.readInbound(as: HTTPServerRequestPart.self) else {
            Issue.record("The head is missing.")
            return
        }
        #expect(head.headers.first(name: "Connection") == passedOn)
    }
}
