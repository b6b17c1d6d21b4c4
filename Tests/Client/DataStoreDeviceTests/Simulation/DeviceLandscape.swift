// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSDataStorePlugin
import Amplify
import GatehouseTesting
import GeneratedModels

/// A server with an API and users who have signed in, prepared once; every run begins with a copy of it.
struct DeviceLandscape: Sendable {
    static let users = ["ada", "eve"]

    let gatehouse: TestGatehouse
    /// The API's treatment of conflicts.
    let conflicts: TestConflictHandling
    /// A device of each user, whose sign-in others continue.
    private let devices: [String: TestDevice]
    private let models: [any Model.Type]

    /// The landscapes, made at first use, by the API's treatment of conflicts.
    static let merging = Task {
        try await DeviceLandscape(.automerge, DeviceSchemas.ofGroup, [OwnerAndAdminRecord.self])
    }
    static let refusing = Task {
        try await DeviceLandscape(.optimistic, DeviceSchemas.ofGroup, [OwnerAndAdminRecord.self])
    }
    /// With lists and todos in place of notes.
    static let lists = Task {
        try await DeviceLandscape(.optimistic, DeviceSchemas.lists, [OwnedList.self, OwnedTodo.self])
    }

    private init(_ conflicts: TestConflictHandling, _ schema: String, _ models: [any Model.Type]) async throws {
        self.models = models
        self.conflicts = conflicts
        gatehouse = try await TestGatehouse(seed: 0)
        try await gatehouse.serve(schema: schema, conflicts: conflicts)
        var devices: [String: TestDevice] = [:]
        for user in Self.users {
            try await gatehouse.makeUser(user)
            let device = try await gatehouse.device(user, models: models)
            try await device.signIn(user)
            // With the AWS credentials, so that no run has to fetch them.
            _ = try await device.auth.fetchAuthSession()
            devices[user] = device
        }
        self.devices = devices
    }

    /// A device of a copied server, on which a user has signed in.
    func device(
        _ name: String, of user: String, on copy: TestGatehouse, settings: DataStoreConfiguration
    ) async throws -> TestDevice {
        let device = try await copy.deviceInMemory(name, models: models, configuration: settings)
        try signIn(user, on: device, of: copy)
        return device
    }

    /// Signs a user in on a device of a copied server, whose app does not run or starts again.
    func signIn(_ user: String, on device: TestDevice, of copy: TestGatehouse) throws {
        if let other = devices[user] { try copy.signIn(device, as: other) }
    }
}
