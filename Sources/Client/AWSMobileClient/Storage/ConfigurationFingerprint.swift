// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

/// The identity of a configuration, which is stored beside the session that was made with it.
struct ConfigurationFingerprint: Sendable, Hashable, Codable {
    /// The user pool's id; nil without a user pool.
    var userPoolID: String?
    /// The app client's id; nil without a user pool.
    var clientID: String?
    /// The identity pool's id; nil without an identity pool.
    var identityPoolID: String?

    /// The names of the items that are stored for the configuration.
    var keys: StoreKeys { StoreKeys(userPoolID: userPoolID, identityPoolID: identityPoolID) }

    /// Whether the ids have the form of pool ids: `<region>_<name>` and `<region>:<UUID>`.
    var isPlausible: Bool {
        userPoolID.map { $0.split(separator: "_").count == 2 } ?? true
            && identityPoolID.map { $0.split(separator: ":").count == 2 } ?? true
    }

    /// Whether a session that was made with another configuration goes on with this one.
    ///
    /// An app that adds a user pool keeps its guests and federated users. Every other difference ends the session: its
    /// tokens belong to the user pool and the app client, its credentials and its identity id to the identity pool.
    func keepsSession(of former: ConfigurationFingerprint) -> Bool {
        if former == self { return true }
        let hadIdentitiesOnly = former.userPoolID == nil && former.clientID == nil && former.identityPoolID != nil
        return hadIdentitiesOnly && former.identityPoolID == identityPoolID
    }
}
