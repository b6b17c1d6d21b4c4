// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseClientFiles
import GatehouseCrypto
import GatehouseTesting

@testable import GatehouseDeployment

/// A server with its administration, as the tool calls it.
struct AppServer {
    let gatehouse: TestGatehouse
    let backend: Backend

    init() async throws {
        let gatehouse = try await TestGatehouse()
        self.gatehouse = gatehouse
        // A slash at the end belongs to no address in the files.
        backend = try Backend(
            baseURL: "\(gatehouse.baseURL)/", region: "us-east-1",
            credentials: SigningCredentials(
                accessKeyID: TestGatehouse.administratorKeyID, secretAccessKey: TestGatehouse.administratorSecret),
            transport: gatehouse.transport, clock: .following(gatehouse))
    }

    /// What the files of an app say that uses these resources.
    func files(of resources: AppResources) async throws -> ClientFiles {
        try await AppFiles.clientFiles(of: resources, on: backend)
    }
}
