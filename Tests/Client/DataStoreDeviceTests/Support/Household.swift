// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTesting

/// A server with a schema and its users, for devices.
struct Household {
    let gatehouse: TestGatehouse
    private let models: [any Model.Type]
    private let settings: DataStoreConfiguration

    /// Starts a server.
    init(
        _ schema: String, _ models: any Model.Type..., conflicts: TestConflictHandling? = .automerge,
        users: [String] = ["ada"], settings: DataStoreConfiguration = .default
    ) async throws {
        gatehouse = try await TestGatehouse()
        try await gatehouse.serve(schema: schema, conflicts: conflicts)
        for user in users { try await gatehouse.makeUser(user) }
        self.models = models
        self.settings = settings
    }

    /// A device with a user, or without one.
    func device(
        _ name: String, of user: String? = "ada", settings: DataStoreConfiguration? = nil
    ) async throws -> TestDevice {
        let device = try await gatehouse.device(name, models: models, configuration: settings ?? self.settings)
        if let user { try await device.signIn(user) }
        return device
    }

    /// Two devices of the first user, which have the records of the service.
    func pair(settings: DataStoreConfiguration? = nil) async throws -> (phone: TestDevice, tablet: TestDevice) {
        let (phone, tablet) = (
            try await device("phone", settings: settings), try await device("tablet", settings: settings)
        )
        try await phone.waitForSync()
        try await tablet.waitForSync()
        return (phone, tablet)
    }
}
