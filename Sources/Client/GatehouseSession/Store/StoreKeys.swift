// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The names under which a store keeps the items of one pair of pools.
package struct StoreKeys: Sendable, Equatable {
    /// The item with the list of configurations that have used the store.
    package static let configuration = "authConfiguration"
    /// The prefix of the keys of all items of all pools.
    package static let commonPrefix = "amplify."

    /// Whether a key names the item of `AWSMobileClient` beside the session of some pools.
    package static func isMobileClient(_ key: String) -> Bool {
        key.hasPrefix(commonPrefix) && key.hasSuffix(".mobileClient")
    }

    private let pools: String

    /// Names the items of a user pool, an identity pool, or both.
    package init(userPoolID: String?, identityPoolID: String?) {
        pools = [userPoolID, identityPoolID].compactMap(\.self).joined(separator: ".")
    }

    /// The prefix of the keys of all items; keys of other pairs of pools may have the same prefix.
    package var prefix: String { "amplify.\(pools)." }

    /// Whether a key names an item of this pair of pools.
    ///
    /// The keys of a user pool alone begin as the keys of the same user pool with an identity pool, whose id,
    /// `region:UUID`, follows.
    package func owns(_ key: String) -> Bool {
        guard key.hasPrefix(prefix) else { return false }
        let rest = key.dropFirst(prefix.count)
        let (next, last) = (rest.prefix { $0 != "." }, rest.split(separator: ".").last ?? "")
        if next.split(separator: ":").last.flatMap({ UUID(uuidString: String($0)) }) != nil, next.contains(":") {
            return false
        }
        return [session, suspendedSignIn, passkeys, analyticsEndpoint, mobileClient].contains(key)
            || last == "deviceMetadata" || last == "deviceASF"
    }

    /// The key of the stored session of these pools.
    package var session: String { "amplify.\(pools).session" }

    /// The device for a typed user name.
    package func deviceMetadata(typedUsername: String) -> String {
        "amplify.\(pools).\(typedUsername.lowercased()).deviceMetadata"
    }

    /// The device id for adaptive security.
    package func deviceASF(username: String) -> String {
        "amplify.\(pools).\(username).deviceASF"
    }

    /// The sign-in that waits for the user's answer across a restart.
    package var suspendedSignIn: String { "amplify.\(pools).suspendedSignIn" }

    /// The passkeys of the software authenticator.
    package var passkeys: String { "amplify.\(pools).passkeys" }

    /// This installation's endpoint in Pinpoint.
    package var analyticsEndpoint: String { "amplify.\(pools).analyticsEndpoint" }

    /// What `AWSMobileClient` keeps beside the session.
    package var mobileClient: String { "amplify.\(pools).mobileClient" }
}

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
