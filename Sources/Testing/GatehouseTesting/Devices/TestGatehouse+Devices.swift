// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSDataStorePlugin
public import Amplify
import Foundation
import GatehouseAppTesting
import GatehouseSession

extension TestGatehouse {
    /// A device with an app that has DataStore, connected to this server.
    ///
    /// ``serve(schema:conflicts:)`` makes the service of the models.
    ///
    /// - Parameters:
    ///   - name: the name of the device. Devices of different names have sign-ins of their own.
    ///   - models: the generated list of the app's models, which are registered at once.
    ///   - configuration: the settings of DataStore.
    ///   - pool: the app's pool; ``pool`` if absent.
    /// - Returns: the device, with a network and without a user.
    /// - Throws: the service's fault, or the error of a plugin.
    public func device(
        _ name: String, models: any AmplifyModelRegistration, configuration: DataStoreConfiguration = .default,
        pool: TestPool? = nil
    ) async throws -> TestDevice {
        models.registerModels(registry: ModelRegistry.self)
        return try await device(
            name, models: ModelRegistry.models, version: models.version, configuration: configuration, pool: pool)
    }

    /// A device with an app that has DataStore for some models, connected to this server.
    ///
    /// - Parameters:
    ///   - name: the name of the device. Devices of different names have sign-ins of their own.
    ///   - models: the app's models.
    ///   - version: a text that changes when the models change.
    ///   - configuration: the settings of DataStore.
    ///   - pool: the app's pool; ``pool`` if absent.
    /// - Returns: the device, with a network and without a user.
    /// - Throws: the service's fault, or the error of a plugin.
    public func device(
        _ name: String, models: [any Model.Type], version: String = "",
        configuration: DataStoreConfiguration = .default, pool: TestPool? = nil
    ) async throws -> TestDevice {
        try await device(
            name, models: models, version: version, configuration: configuration, pool: pool,
            in: FileManager.default.temporaryDirectory)
    }

    /// A device whose files are in memory where the system has such a folder, for tests that make many of them.
    ///
    /// Its store then waits for no disk. The size of the folder is limited, so that the devices must be few at a time.
    ///
    /// - Parameters:
    ///   - name: the name of the device.
    ///   - models: the app's models.
    ///   - configuration: the settings of DataStore.
    /// - Returns: the device, with a network and without a user.
    /// - Throws: the service's fault, or the error of a plugin.
    package func deviceInMemory(
        _ name: String, models: [any Model.Type], configuration: DataStoreConfiguration
    ) async throws -> TestDevice {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let isThere = FileManager.default.isWritableFile(atPath: memory.path)
        return try await device(
            name, models: models, version: "", configuration: configuration, pool: nil,
            in: isThere ? memory : FileManager.default.temporaryDirectory)
    }

    /// A device whose app has a provider of OpenID Connect beside the user pool.
    ///
    /// - Parameters:
    ///   - name: the name of the device.
    ///   - models: the app's models.
    ///   - configuration: the settings of DataStore.
    ///   - openIDToken: returns the token of the provider's user; throws without one.
    /// - Returns: the device, with a network and without a user of the pool.
    /// - Throws: the service's fault, or the error of a plugin.
    package func device(
        _ name: String, models: [any Model.Type], configuration: DataStoreConfiguration,
        openIDToken: @escaping @Sendable () async throws -> String
    ) async throws -> TestDevice {
        try await device(
            name, models: models, version: "", configuration: configuration, pool: nil,
            in: FileManager.default.temporaryDirectory, openIDToken: openIDToken)
    }

    private func device(
        _ name: String, models: [any Model.Type], version: String, configuration: DataStoreConfiguration,
        pool: TestPool?, in parent: URL, openIDToken: (@Sendable () async throws -> String)? = nil
    ) async throws -> TestDevice {
        let folder = parent.appending(path: "gatehouse-device-\(UUID().uuidString)")
        let ownClock = DeviceClock(clock)
        let app = DeviceApp(
            models: DeviceModels(types: models, version: version), settings: configuration,
            outputs: try await deviceOutputs(pool, hasIssuer: openIDToken != nil), folder: folder.path,
            credentials: memory.devices.store(ofDevice: name), network: DeviceNetwork(self),
            clock: ownClock.clientClock, entropy: entropy, events: DeviceEvents(),
            openIDToken: openIDToken)
        return try TestDevice(name, app: app, clock: ownClock, folder: folder)
    }

    /// Signs a device in as another one is, without a request; the other one may belong to the server of which this one
    /// is a copy.
    /// - Throws: `StoreError`.
    package func signIn(_ device: TestDevice, as other: TestDevice) throws {
        let (own, others) = (device.app.credentials, other.app.credentials)
        for key in try others.keys(startingWith: "") {
            guard case .found(let item) = others.read(key) else { continue }
            try own.write(item, for: key)
        }
    }

    /// The configuration of an app with the pool and the API.
    private func deviceOutputs(_ pool: TestPool?, hasIssuer: Bool) async throws -> AmplifyOutputsData {
        let outputs = try await configuration(pool)
        return AmplifyOutputsData(
            auth: outputs.auth,
            data: AmplifyOutputsData.DataCategory(
                awsRegion: "us-east-1", url: "\(baseURL)/graphql", apiKey: Self.dataKey,
                defaultAuthorizationType: .amazonCognitoUserPools,
                authorizationTypes: [.apiKey, .awsIAM] + (hasIssuer ? [.openIDConnect] : [])),
            custom: outputs.custom)
    }
}
