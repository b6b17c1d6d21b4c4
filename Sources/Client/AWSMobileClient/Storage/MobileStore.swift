// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

/// The store of the client's items unless a test has another.
enum MobileStore {
    // One value for the process, which asks the Secret Service for each key once.
    private static let stores = StandardStores(sealing: .asFound)

    /// Opens the place that Amplify's Auth plugin uses too, so that a user who signed in through one is signed in through
    /// the other.
    ///
    /// Items are sealed where the plugin has sealed them.
    static let standard: @Sendable (StoreKeys) -> any CredentialStore = { _ in stores.open() }
}
