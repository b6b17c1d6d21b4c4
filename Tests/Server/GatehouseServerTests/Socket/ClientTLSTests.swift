// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseHTTP
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// The client's transports against the server's TLS.
@Suite(.hangLimit) struct ClientTLSTests {
    @Test func `the client refuses a server whose certificate has an unknown issuer`() async throws {
        let certificates = try TestCertificates()
        let keeper = TLSKeeper(try certificates.files().identity(at: Date()))
        let gatehouse = try await TestGatehouse()
        try await listening(gatehouse.installation.gateway, tls: keeper) { port, _ in
            let transports: [any Transport] = [.platform, URLSessionTransport()]
            for transport in transports {
                let url = try #require(URL(string: "https://localhost:\(port)/health"))
                let request = TransportRequest(method: .get, url: url, timeout: .seconds(100))
                let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
                #expect(error?.kind == .tls)
            }
        }
    }
}
