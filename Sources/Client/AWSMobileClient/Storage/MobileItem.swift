// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseWire

/// The item that the client stores beside the session; Amplify's Auth plugin has the same session.
struct MobileItem: Sendable, Equatable, Codable {
    /// The configuration with which the session was made.
    var fingerprint: ConfigurationFingerprint?
    /// The further parameters of the sign-in page that the app gave last.
    var signInURIQueryParameters: [String: String]?
    /// The further parameters of token requests that the app gave last.
    var tokenURIQueryParameters: [String: String]?
    /// The further parameters of the sign-out page that the app gave last.
    var signOutURIQueryParameters: [String: String]?
    /// The scopes that the app gave for the present sign-in on pages.
    var scopes: [String]?
    /// The configured scopes with which the present sign-in on pages was made; nil if the app gave its own.
    var configuredScopes: [String]?

    /// The stored form.
    func encoded() -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode(self)
    }

    /// Reads the stored form; nil if it is damaged.
    init?(encoded data: Data) {
        // Foundation's decoder hashes names in normalized form, which is expensive for some.
        guard (try? WireValue(foreignJSON: data)) != nil,
            let item = try? JSONDecoder().decode(MobileItem.self, from: data)
        else { return nil }
        self = item
    }

    /// Creates an item.
    init(fingerprint: ConfigurationFingerprint? = nil) {
        self.fingerprint = fingerprint
    }
}

extension MobileItem: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    // Query parameters can be secrets.
    var description: String { "(item of \(fingerprint?.keys.mobileClient ?? "an unknown configuration"))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension MobileItemStorage {
    /// Keeps the app's options of hosted pages for later calls and for the next start.
    ///
    /// The query parameters that the options have are stored, the others stay as they are. The scopes of the options are
    /// stored, or the configured ones in their place. A failure of the store is logged.
    func rememberPages(_ options: HostedUIOptions, configuredScopes: [String]) {
        update { $0.rememberPages(options, configuredScopes: configuredScopes) }
    }
}

extension MobileItem {
    /// Takes over the options that are set.
    mutating func rememberPages(_ options: HostedUIOptions, configuredScopes: [String]) {
        if let parameters = options.signInURIQueryParameters { signInURIQueryParameters = parameters }
        if let parameters = options.tokenURIQueryParameters { tokenURIQueryParameters = parameters }
        if let parameters = options.signOutURIQueryParameters { signOutURIQueryParameters = parameters }
        scopes = options.scopes
        self.configuredScopes = options.scopes == nil ? configuredScopes : nil
    }

    /// The parameters in use: the ones that the app gave last, else the configured ones.
    func pageParameters(over configured: PageParameters) -> PageParameters {
        PageParameters(
            signIn: signInURIQueryParameters ?? configured.signIn,
            token: tokenURIQueryParameters ?? configured.token,
            signOut: signOutURIQueryParameters ?? configured.signOut
        )
    }
}

/// The identity of a configuration, stored beside the session that was made with it.
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

    /// Whether a session that was made with another configuration continues with this one.
    ///
    /// An app that adds a user pool keeps its guests and federated users. Every other difference ends the session: its
    /// tokens belong to the user pool and the app client, its credentials and its identity id to the identity pool.
    func keepsSession(of former: ConfigurationFingerprint) -> Bool {
        if former == self { return true }
        let hadIdentitiesOnly = former.userPoolID == nil && former.clientID == nil && former.identityPoolID != nil
        return hadIdentitiesOnly && former.identityPoolID == identityPoolID
    }
}
