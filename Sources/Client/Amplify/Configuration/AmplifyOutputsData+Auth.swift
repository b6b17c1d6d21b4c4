// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AmplifyOutputsData {
    /// The user pool, the identity pool, and the settings of sign-ins.
    public struct Auth: Codable, Sendable {
        /// The region of both pools.
        public let awsRegion: AWSRegion

        /// The id of the user pool, such as `us-east-1_Ab1Cd2Ef3`.
        public let userPoolId: String

        /// The app client of the user pool.
        public let userPoolClientId: String

        /// The identity pool; without one there are no AWS credentials.
        public let identityPoolId: String?

        /// The rules for passwords; informational.
        public let passwordPolicy: PasswordPolicy?

        /// The hosted sign-in pages.
        public let oauth: OAuth?

        /// The attributes a user must have; informational.
        public let standardRequiredAttributes: [AmazonCognitoStandardAttributes]?

        /// The attributes that serve as a user name; informational.
        public let usernameAttributes: [UsernameAttributes]?

        /// The attributes that a code verifies; informational.
        public let userVerificationTypes: [UserVerificationType]?

        /// Whether guests get credentials; informational: the client sends the request in both cases.
        public let unauthenticatedIdentitiesEnabled: Bool?

        /// Whether the user pool requires a second factor; informational.
        public let mfaConfiguration: String?

        /// The second factors; informational.
        public let mfaMethods: [String]?

        /// The absolute URL of a self-hosted service that answers for everything.
        public let endpoint: String?

        /// The user pool's endpoint, if it is elsewhere: a URL, or a host name that is reached over HTTPS.
        public let userPoolEndpoint: String?

        /// The identity pool's endpoint, if it is elsewhere: a URL, or a host name that is reached over HTTPS.
        public let identityPoolEndpoint: String?

        /// Whether plain HTTP is accepted beyond the loopback interface.
        public let allowsInsecureEndpoint: Bool?

        /// Makes a configuration.
        public init(
            awsRegion: AWSRegion,
            userPoolId: String,
            userPoolClientId: String,
            identityPoolId: String? = nil,
            passwordPolicy: PasswordPolicy? = nil,
            oauth: OAuth? = nil,
            standardRequiredAttributes: [AmazonCognitoStandardAttributes]? = nil,
            usernameAttributes: [UsernameAttributes]? = nil,
            userVerificationTypes: [UserVerificationType]? = nil,
            unauthenticatedIdentitiesEnabled: Bool? = nil,
            mfaConfiguration: String? = nil,
            mfaMethods: [String]? = nil,
            endpoint: String? = nil,
            userPoolEndpoint: String? = nil,
            identityPoolEndpoint: String? = nil,
            allowsInsecureEndpoint: Bool? = nil
        ) {
            self.awsRegion = awsRegion
            self.userPoolId = userPoolId
            self.userPoolClientId = userPoolClientId
            self.identityPoolId = identityPoolId
            self.passwordPolicy = passwordPolicy
            self.oauth = oauth
            self.standardRequiredAttributes = standardRequiredAttributes
            self.usernameAttributes = usernameAttributes
            self.userVerificationTypes = userVerificationTypes
            self.unauthenticatedIdentitiesEnabled = unauthenticatedIdentitiesEnabled
            self.mfaConfiguration = mfaConfiguration
            self.mfaMethods = mfaMethods
            self.endpoint = endpoint
            self.userPoolEndpoint = userPoolEndpoint
            self.identityPoolEndpoint = identityPoolEndpoint
            self.allowsInsecureEndpoint = allowsInsecureEndpoint
        }

        /// Reads a configuration.
        ///
        /// - Throws: `DecodingError` for a missing region, pool or client, or a value of another type.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            awsRegion = try values.decode(AWSRegion.self, forKey: .awsRegion)
            userPoolId = try values.decode(String.self, forKey: .userPoolId)
            userPoolClientId = try values.decode(String.self, forKey: .userPoolClientId)
            identityPoolId = try values.decodeIfPresent(String.self, forKey: .identityPoolId)
            passwordPolicy = try values.decodeIfPresent(PasswordPolicy.self, forKey: .passwordPolicy)
            oauth = try values.decodeIfPresent(OAuth.self, forKey: .oauth)
            standardRequiredAttributes = try values.decodeIfPresent(
                [AmazonCognitoStandardAttributes].self, forKey: .standardRequiredAttributes)
            usernameAttributes = try values.decodeIfPresent([SignInName].self, forKey: .usernameAttributes)?
                .compactMap(\.attribute)
            userVerificationTypes = try values.decodeIfPresent(
                [UserVerificationType].self, forKey: .userVerificationTypes)
            unauthenticatedIdentitiesEnabled = try values.decodeIfPresent(
                Bool.self, forKey: .unauthenticatedIdentitiesEnabled)
            mfaConfiguration = try values.decodeIfPresent(String.self, forKey: .mfaConfiguration)
            mfaMethods = try values.decodeIfPresent([String].self, forKey: .mfaMethods)
            endpoint = try values.decodeIfPresent(String.self, forKey: .endpoint)
            userPoolEndpoint = try values.decodeIfPresent(String.self, forKey: .userPoolEndpoint)
            identityPoolEndpoint = try values.decodeIfPresent(String.self, forKey: .identityPoolEndpoint)
            allowsInsecureEndpoint = try values.decodeIfPresent(Bool.self, forKey: .allowsInsecureEndpoint)
        }
    }
}

/// A name with which users sign in: an attribute, or the user name, for which Amplify Swift has no value.
private struct SignInName: Decodable {
    let attribute: AmplifyOutputsData.Auth.UsernameAttributes?

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let isUserName = try value.decode(String.self) == "username"
        attribute = isUserName ? nil : try value.decode(AmplifyOutputsData.Auth.UsernameAttributes.self)
    }
}

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

extension AmplifyOutputsData.Auth {
    /// The rules for passwords.
    public struct PasswordPolicy: Codable, Sendable {
        /// The least number of characters.
        public let minLength: UInt

        /// Whether a digit is needed.
        public let requireNumbers: Bool

        /// Whether a lower-case letter is needed.
        public let requireLowercase: Bool

        /// Whether an upper-case letter is needed.
        public let requireUppercase: Bool

        /// Whether a symbol is needed.
        public let requireSymbols: Bool

        /// Makes a policy.
        public init(
            minLength: UInt,
            requireNumbers: Bool,
            requireLowercase: Bool,
            requireUppercase: Bool,
            requireSymbols: Bool
        ) {
            self.minLength = minLength
            self.requireNumbers = requireNumbers
            self.requireLowercase = requireLowercase
            self.requireUppercase = requireUppercase
            self.requireSymbols = requireSymbols
        }

        /// Reads a policy.
        ///
        /// The tools of Amplify leave out rules that a pool does not have.
        ///
        /// - Throws: `DecodingError` for a value of another type.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            minLength = try values.decodeIfPresent(UInt.self, forKey: .minLength) ?? 8
            requireNumbers = try values.decodeIfPresent(Bool.self, forKey: .requireNumbers) ?? false
            requireLowercase = try values.decodeIfPresent(Bool.self, forKey: .requireLowercase) ?? false
            requireUppercase = try values.decodeIfPresent(Bool.self, forKey: .requireUppercase) ?? false
            requireSymbols = try values.decodeIfPresent(Bool.self, forKey: .requireSymbols) ?? false
        }
    }
}
