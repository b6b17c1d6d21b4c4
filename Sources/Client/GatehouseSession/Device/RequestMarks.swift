// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto

/// The data in requests to the user pool that describes their origin.
struct RequestMarks: Sendable {
    private let pool: UserPoolConfiguration
    private let installation: Installation
    private let devices: RememberedDevices
    private let clock: ClientClock
    private let facts = DeviceFacts.current

    init(
        pool: UserPoolConfiguration,
        installation: Installation,
        devices: RememberedDevices,
        clock: ClientClock
    ) {
        self.pool = pool
        self.installation = installation
        self.devices = devices
        self.clock = clock
    }

    /// For the user pool's risk engine: the device of a request in that user's name.
    func userContext(of username: String) -> UserContextDataType {
        userContext(of: username, deviceKey: devices.device(of: username)?.deviceKey)
    }

    /// For the user pool's risk engine: the device of a request in that user's name, with its key if it has one.
    func userContext(of username: String, deviceKey: String?) -> UserContextDataType {
        let context = ContextData(
            facts: facts,
            deviceID: deviceKey ?? installation.deviceID(of: username),
            username: username,
            poolID: pool.poolID,
            date: clock.now()
        )
        return UserContextDataType(encodedData: context.encoded(clientID: pool.clientID))
    }

    /// For Pinpoint; nil where the app does not use it.
    var analytics: AnalyticsMetadataType? {
        guard pool.usesAnalytics else { return nil }
        return AnalyticsMetadataType(analyticsEndpointId: installation.analyticsEndpoint)
    }
}

/// The names by which services recognise this installation of the app; they remain after a sign-out.
struct Installation: Sendable {
    private let store: any CredentialStore
    private let keys: StoreKeys
    private let entropy: Entropy

    init(store: any CredentialStore, keys: StoreKeys, entropy: Entropy) {
        self.store = store
        self.keys = keys
        self.entropy = entropy
    }

    /// The device's id for a user in the user pool's risk engine.
    func deviceID(of username: String) -> String { name(keys.deviceASF(username: username)) }

    /// The endpoint of this installation in Pinpoint.
    var analyticsEndpoint: String { name(keys.analyticsEndpoint) }

    /// The name in the store, or a new one.
    ///
    /// A name that cannot be read or stored fails no sign-in: the service treats the installation as a new one.
    private func name(_ key: String) -> String {
        let stored = store.read(key)
        if case .found(let data) = stored, let name = String(data: data, encoding: .utf8), !name.isEmpty { return name }
        let name = entropy.uuid()
        if case .unreadable = stored { return name }
        try? store.write(Data(name.utf8), for: key)
        return name
    }
}
