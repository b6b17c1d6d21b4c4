// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import Testing

/// The texts of the errors of WebSockets.
@Suite struct SocketErrorTests {
    private static let problems: [SocketError.Problem] = [
        .badAddress, .badSubprotocol, .badHeader("Host"), .unreachable, .tls, .timedOut, .cancelled,
        .refused(status: 401), .refused(status: 404), .refused(status: 503), .refused(status: 302), .handshake(.accept),
        .handshake(.subprotocol), .connectionLost, .violation(.text), .tooLarge(limit: 1), .closed, .noSockets,
    ]

    @Test(arguments: problems) func `an error says what failed and how to mend it`(problem: SocketError.Problem) {
        let error = SocketError(problem, cause: SocketError(.closed))
        #expect(error.text.hasSuffix(".") && error.cure.hasSuffix("."))
        #expect(error.description == "\(error.text) \(error.cure)")
        #expect(error == SocketError(problem))
    }

    @Test func `without a library for WebSockets, the error names the trait that brings one`() {
        #expect(SocketError(.noSockets).cure.contains("AsyncHTTPClient"))
    }
}
