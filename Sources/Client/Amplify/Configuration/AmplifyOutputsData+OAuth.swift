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

        /// Reads a configuration.
        ///
        /// Missing providers are none, and a missing response type is `code`, the only one that the plugin uses.
        ///
        /// - Throws: `DecodingError` for another member that is missing, or a value of another type.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            identityProviders = try values.decodeIfPresent([String].self, forKey: .identityProviders) ?? []
            domain = try values.decode(String.self, forKey: .domain)
            scopes = try values.decode([String].self, forKey: .scopes)
            redirectSignInUri = try values.decode([String].self, forKey: .redirectSignInUri)
            redirectSignOutUri = try values.decode([String].self, forKey: .redirectSignOutUri)
            responseType = try values.decodeIfPresent(String.self, forKey: .responseType) ?? "code"
        }
    }
}
