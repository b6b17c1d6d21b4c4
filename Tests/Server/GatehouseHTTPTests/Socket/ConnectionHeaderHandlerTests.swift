// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
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
        var request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        request.headerFields[.connection] = sent
        try channel.writeInbound(HTTPRequestPart.head(request))
        guard case .head(let head) = try channel.readInbound(as: HTTPRequestPart.self) else {
            Issue.record("The head is missing.")
            return
        }
        #expect(head.headerFields[.connection] == passedOn)
    }
}
