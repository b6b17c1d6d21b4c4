// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseWire

/// What the client stores beside the session, which it shares with Amplify's Auth plugin.
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
