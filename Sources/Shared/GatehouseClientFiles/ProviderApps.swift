// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension ClientFiles {
    /// How an app is known to providers whose tokens its identity pool accepts: the sections of their SDKs.
    package struct ProviderApps: Sendable {
        private let googleWebClientID: String?
        private let googleAppClientID: String?
        private let facebookAppID: String?

        /// Makes the sections of the providers whose ids are given.
        ///
        /// - Parameters:
        ///   - googleWebClientID: Google's client id of the project's web application.
        ///   - googleAppClientID: Google's client id of the app for iOS.
        ///   - facebookAppID: Facebook's id of the app.
        package init(
            googleWebClientID: String? = nil, googleAppClientID: String? = nil, facebookAppID: String? = nil
        ) {
            self.googleWebClientID = googleWebClientID
            self.googleAppClientID = googleAppClientID
            self.facebookAppID = facebookAppID
        }

        /// `GoogleSignIn`; `nil` without an id.
        var google: WireValue? {
            guard googleWebClientID != nil || googleAppClientID != nil else { return nil }
            var section: [WireName: WireValue] = ["Permissions": "email,profile,openid"]
            section["ClientId-WebApp"] = googleWebClientID.map { .string($0) }
            section["ClientId-iOS"] = googleAppClientID.map { .string($0) }
            return .object(section)
        }

        /// `FacebookSignIn`; `nil` without an id.
        var facebook: WireValue? {
            facebookAppID.map { .object(["AppId": .string($0), "Permissions": "public_profile"]) }
        }
    }
}
