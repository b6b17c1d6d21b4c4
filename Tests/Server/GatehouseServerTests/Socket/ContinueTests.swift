// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Clients that ask for `100 Continue` before they send a body, as curl does with files.
@Suite(.hangLimit) struct ContinueTests {
    private static let `continue` = "HTTP/1.1 100 Continue\r\n\r\n"

    private static func head(_ expectation: String) -> String {
        """
        POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: AWSCognitoIdentityProviderService.ListUserPools\r\n\
        Content-Type: application/x-amz-json-1.1\r\nContent-Length: 2\r\n\(expectation)\r\n
        """
    }

    @Test(arguments: ["100-continue", "100-Continue"])
    func `the server sends 100 Continue before the body, and the answer after it`(expectation: String) async throws {
        let gatehouse = try await TestGatehouse()
        try await listening(gatehouse.installation.gateway) { port, _ in
            try await RawConnection.open(port: port) { connection in
                for _ in 1...2 {
                    await connection.send(Self.head("Expect: \(expectation)\r\n"))
                    let asked = await connection.read { $0.hasSuffix("\r\n\r\n") }
                    #expect(asked == Self.continue)
                    await connection.send("{}")
                    let answer = await connection.read { $0.hasSuffix("}") }
                    #expect(answer.hasPrefix("HTTP/1.1 400"))
                }
            }
        }
    }

    @Test func `a request without the expectation has one answer`() async throws {
        let gatehouse = try await TestGatehouse()
        try await listening(gatehouse.installation.gateway) { port, _ in
            let answer = try await RawConnection.open(port: port) { connection in
                await connection.send(Self.head("") + "{}")
                return await connection.read { $0.hasSuffix("}") }
            }
            #expect(answer.hasPrefix("HTTP/1.1 400"))
        }
    }
}
