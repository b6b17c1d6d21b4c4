// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire
import ProjectShapes
import Synchronization
import Testing

@testable import GatehouseDeployment

/// How a backend calls the server.
@Suite struct BackendTests {
    /// A way to a server that refuses every request, and records the time that requests may take.
    private final class RefusingServer: Transport {
        private let list = Mutex<[Duration]>([])

        var timeouts: [Duration] { list.withLock { $0 } }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            list.withLock { $0.append(request.timeout) }
            return TransportResponse(
                status: 400, headers: [("x-amzn-RequestId", "test")],
                body: Data(#"{"__type":"ValidationException","message":"Refused."}"#.utf8))
        }
    }

    @Test func `the copy of a large pool may take longer than other calls`() async throws {
        let server = RefusingServer()
        let backend = try Backend(
            baseURL: "https://auth.example.com", region: "us-east-1",
            credentials: AdministrationCredentials.development, transport: server)
        await #expect(throws: ServiceFault.self) {
            _ = try await backend.copies.archiveUserPool(ArchiveUserPoolRequest(userPoolId: "us-east-1_abc"))
        }
        await #expect(throws: ServiceFault.self) {
            _ = try await backend.projects.listProjects(ListProjectsRequest())
        }
        let timeouts = server.timeouts
        #expect(timeouts.count == 2)
        #expect(timeouts.first.map { $0 > .seconds(3_000) } == true)
        #expect(timeouts.last.map { $0 <= .seconds(60) } == true)
    }
}
