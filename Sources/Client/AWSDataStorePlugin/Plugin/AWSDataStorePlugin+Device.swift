// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
package import Amplify
package import GatehouseClient
package import GatehouseCrypto

/// The surroundings of a plugin that does not belong to `Amplify`, for several devices in the process of a test.
package struct DataStoreSurroundings: Sendable {
    /// The folder of the store, which is made if it does not exist.
    package var folder: String
    /// The source of the signed-in user.
    package var auth: any AuthCategoryPlugin
    /// An element after each sign-in, sign-out and expiry of the session from now on.
    package var sessionChanges: @Sendable () -> AsyncStream<Void>
    /// The way to the service; nil if the records stay on the device.
    package var api: (any APICategoryPlugin)?
    /// Receives the events of DataStore in their order.
    package var hub: @Sendable (HubPayload) -> Void
    /// The time of changes, of pauses between attempts and of batches.
    package var clock: ClientClock
    /// The source of the ids of events and of random pauses.
    package var entropy: Entropy

    /// Makes surroundings.
    package init(
        folder: String, auth: any AuthCategoryPlugin, sessionChanges: @escaping @Sendable () -> AsyncStream<Void>,
        api: (any APICategoryPlugin)?, hub: @escaping @Sendable (HubPayload) -> Void, clock: ClientClock,
        entropy: Entropy
    ) {
        self.folder = folder
        self.auth = auth
        self.sessionChanges = sessionChanges
        self.api = api
        self.hub = hub
        self.clock = clock
        self.entropy = entropy
    }

    private var signInState: SignInState {
        let (auth, sessionChanges) = (auth, sessionChanges)
        let service = AWSAuthService { try await auth.fetchAuthSession(options: nil) }
        return SignInState(
            caller: { Caller(userPool: try? await auth.getCurrentUser().userId, openID: nil) },
            token: { _ in try? await service.getUserPoolAccessToken() },
            changes: sessionChanges)
    }

    fileprivate func parts(_ models: [any Model.Type], version: String) -> DataStoreParts {
        let (auth, api, state) = (auth, api, signInState)
        let schemas = models.map { $0.schema }
        return DataStoreParts(
            place: StorePlace(folder: folder, name: "DataStore.sqlite"), clock: clock, entropy: entropy,
            version: version, models: { schemas }, api: { api }, hasAuth: { true }, session: { _ in state },
            isSignedOut: {
                do {
                    _ = try await auth.getCurrentUser()
                    return false
                } catch AuthError.signedOut {
                    return true
                } catch {
                    return false
                }
            },
            reports: HubReports(send: hub))
    }
}

extension AWSDataStorePlugin {
    /// Makes a plugin that does not belong to `Amplify`.
    ///
    /// - Parameters:
    ///   - models: the models, which are registered at once.
    ///   - version: a text that changes when the models change.
    ///   - configuration: the settings.
    ///   - surroundings: what an app has in `Amplify`.
    package convenience init(
        models: [any Model.Type], version: String, configuration: DataStoreConfiguration,
        surroundings: DataStoreSurroundings
    ) {
        for model in models { ModelRegistry.register(modelType: model) }
        self.init(configuration, surroundings.parts(models, version: version))
    }
}
