// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

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
