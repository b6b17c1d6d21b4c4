// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

extension AWSDataStorePlugin {
    /// The state of a model's exchange with the service.
    ///
    /// - Parameter modelType: the model.
    /// - Returns: the state; `.notSynced` also for records that stay on the device.
    /// - Throws: `DataStoreError`: `.invalidModelName` for a model that is not registered.
    public func syncState(of modelType: (some Model).Type) async throws -> ModelSyncState {
        try requireConfiguration()
        return try await life.syncState(of: modelType.schema.name)
    }
}

extension DataStoreCategory {
    /// The state of a model's exchange with the service, by the plugin `awsDataStorePlugin`.
    ///
    /// - Parameter modelType: the model.
    /// - Returns: the state; `.notSynced` also for records that stay on the device.
    /// - Throws: `DataStoreError`: `.configuration` without the plugin, `.invalidModelName` for a model that is not
    ///   registered.
    public func syncState(of modelType: (some Model).Type) async throws -> ModelSyncState {
        try await awsPlugin.syncState(of: modelType)
    }

    /// The plugin of this module.
    ///
    /// - Throws: `.configuration` without it.
    var awsPlugin: AWSDataStorePlugin {
        get throws {
            guard let plugin = try getPlugin(for: "awsDataStorePlugin") as? AWSDataStorePlugin else {
                throw DataStoreError.configuration(
                    "The plugin awsDataStorePlugin is not an AWSDataStorePlugin",
                    "Call Amplify.add(plugin: AWSDataStorePlugin(modelRegistration: AmplifyModels()))")
            }
            return plugin
        }
    }
}
