// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AmplifyOutputsData.Auth {
    /// The hosted sign-in pages.
    public struct OAuth: Codable, Sendable {
        /// The identity providers offered.
        public let identityProviders: [String]

        /// The host of the pages, without a scheme.
        public let domain: String

        /// The scopes asked for.
        public let scopes: [String]

        /// The addresses to which the browser returns after sign-in; the first one is used.
        public let redirectSignInUri: [String]

        /// The addresses to which the browser returns after sign-out; the first one is used.
        public let redirectSignOutUri: [String]

        /// The OAuth response type.
        public let responseType: String

        /// Makes a configuration.
        public init(
            identityProviders: [String],
            domain: String,
            scopes: [String],
            redirectSignInUri: [String],
            redirectSignOutUri: [String],
            responseType: String
        ) {
            self.identityProviders = identityProviders
            self.domain = domain
            self.scopes = scopes
            self.redirectSignInUri = redirectSignInUri
            self.redirectSignOutUri = redirectSignOutUri
            self.responseType = responseType
        }
    }
}
