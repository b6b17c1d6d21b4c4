// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto

/// What the plugin is made of, apart from the app's settings; a test has other parts than an app.
struct DataStoreParts: Sendable {
    /// The app's store, or the stores of its users beside it.
    var place = StorePlace.standard()
    /// The time of changes, of pauses between attempts and of batches.
    var clock = ClientClock.system
    /// The source of the ids of events and of random pauses.
    var entropy = Entropy.system
    /// The version of the app's models.
    var version = ""
    /// Returns the models when the store is opened.
    var models: @Sendable () -> [ModelSchema] = { ModelRegistry.modelSchemas.filter { !$0.isSystem } }
    /// Returns the API plugin when the store is opened; nil if the records are only on the device.
    var api: @Sendable () -> (any APICategoryPlugin)? = { try? Amplify.API.getPlugin(for: NeededPlugins.api) }
    /// Returns whether the app has the Auth plugin.
    var hasAuth: @Sendable () -> Bool = { (try? Amplify.Auth.getPlugin(for: NeededPlugins.auth)) != nil }
    /// Returns the source of the signed-in user, for the API plugin if there is one.
    var session: @Sendable ((any APICategoryPlugin)?) -> SignInState = { api in
        api.map { SignInState.amplify($0) } ?? .userPoolOnly
    }
    /// Returns whether the user has certainly signed out from the user pool, or the app has none.
    var isSignedOut: @Sendable () async -> Bool = {
        do {
            _ = try await Amplify.Auth.getCurrentUser()
            return false
        } catch AuthError.signedOut, AuthError.configuration {
            return true
        } catch {
            return false
        }
    }
    /// The number of commits after which the process of a test dies; nil for an app.
    var writeLimit: WriteLimit?
    /// The fault in the sender of a test's device; nil for an app.
    var faults: PlantedFaults?
    /// Reports the events of DataStore.
    var reports = HubReports()
    /// Whether the relations of records in events are loaded from the open store; a process has one such store.
    var isOfApp = false
}

extension SignInState {
    /// The state of `Amplify.Auth` in an app without an API.
    fileprivate static var userPoolOnly: SignInState {
        SignInState(
            asksProvider: { false },
            caller: { Caller(userPool: try? await Amplify.Auth.getCurrentUser().userId, openID: nil) },
            token: { _ in nil },
            // Each call compares the user with the store's, so that no event is needed.
            changes: { AsyncStream { $0.finish() } })
    }
}
