// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The configuration for which a store was last used.
struct StoredConfiguration: Sendable, Equatable, Codable {
    /// What becomes of the session of the former configuration.
    enum Succession: Equatable {
        /// It is where it should be.
        case stays
        /// It moves to the new key; credentials of another identity pool are left behind.
        case moves(keepsIdentity: Bool)
        /// It belongs to other pools and is removed.
        case ends
    }

    var userPoolID: String?
    var clientID: String?
    var userPoolRegion: String?
    var identityPoolID: String?

    init(_ configuration: SessionConfiguration) {
        userPoolID = configuration.userPool?.poolID
        clientID = configuration.userPool?.clientID
        userPoolRegion = configuration.userPool?.region
        identityPoolID = configuration.identityPool?.poolID
    }

    var keys: StoreKeys { StoreKeys(userPoolID: userPoolID, identityPoolID: identityPoolID) }

    /// What the change from this configuration to a new one means for the stored session.
    func succession(to new: StoredConfiguration) -> Succession {
        let keepsIdentity = identityPoolID == new.identityPoolID
        if keys == new.keys { return .stays }
        if userPoolID == nil { return keepsIdentity ? .moves(keepsIdentity: true) : .ends }
        let sameClient =
            userPoolID == new.userPoolID && clientID == new.clientID && userPoolRegion == new.userPoolRegion
        return sameClient ? .moves(keepsIdentity: keepsIdentity) : .ends
    }
}
