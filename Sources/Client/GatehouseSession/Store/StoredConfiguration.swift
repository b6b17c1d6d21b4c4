// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The properties of a configuration that a store keeps with its session.
struct StoredConfiguration: Sendable, Equatable, Codable {
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

    /// Whether an app that changes from this configuration to a new one moves its session to another key.
    func mayPassOn(to new: StoredConfiguration) -> Bool {
        if keys == new.keys { return false }
        if userPoolID == nil { return identityPoolID == new.identityPoolID }
        return userPoolID == new.userPoolID && clientID == new.clientID && userPoolRegion == new.userPoolRegion
    }

    /// The session as it is moved: without the credentials of another identity pool.
    func passedOn(_ record: SessionRecord, to new: StoredConfiguration) -> SessionRecord? {
        identityPoolID == new.identityPoolID ? record : record.user.map { .userPool(user: $0) }
    }
}
