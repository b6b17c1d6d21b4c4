// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

/// The values of `awsconfiguration.json`, before validation.
struct AWSConfiguration: Sendable {
    /// `CognitoUserPool.Default`.
    struct UserPool: Sendable {
        static let section = "CognitoUserPool.Default"

        var poolID: String?
        var clientID: String?
        var clientSecret: ClientSecret?
        /// Its own region, else `Default.Region`, else the part of the pool id before the underscore.
        var region: String?
        var endpoint: String?
        var pinpointAppID: String?
        /// Whether sign-ins send the password itself.
        var migratesUsers = false
    }

    /// `CredentialsProvider.CognitoIdentity.Default`.
    struct IdentityPool: Sendable {
        static let section = "CredentialsProvider.CognitoIdentity.Default"

        var poolID: String?
        var region: String?
        var endpoint: String?
    }

    /// `Auth.Default.OAuth`.
    struct Pages: Sendable {
        static let section = "Auth.Default.OAuth"

        var webDomain: String?
        var clientID: String?
        var clientSecret: ClientSecret?
        var signInRedirect: String?
        var signOutRedirect: String?
        var scopes: [String]?
        var signInURI: String?
        var tokenURI: String?
        var signOutURI: String?
        var signInParameters: [String: String]?
        var tokenParameters: [String: String]?
        var signOutParameters: [String: String]?

        /// Whether the pages belong to another provider than the user pool.
        var isExternal: Bool { signInURI != nil || tokenURI != nil || signOutURI != nil }
    }

    /// The sections of identity providers, which no call uses: the hosted pages show the providers of the app client.
    struct SocialProviders: Sendable, Equatable {
        /// The permissions for Facebook; nil without the section.
        var facebook: [String]?
        /// Google's client id of the app; nil without the key.
        var googleClientID: String?
        var googlePermissions: [String] = []
        /// Whether there is a section of Apple.
        var hasApple = false
    }

    /// `Default.Region`.
    var defaultRegion: String?
    /// The user pool; nil without the section.
    var userPool: UserPool?
    /// The identity pool; nil without the section.
    var identityPool: IdentityPool?
    /// The hosted pages; nil without the section.
    var pages: Pages?
    /// Whether sign-ins are `CUSTOM_AUTH`.
    var isCustom = false
    /// One endpoint for everything.
    var endpoint: String?
    /// Whether plain HTTP may go to hosts other than this machine.
    var allowsInsecureEndpoint = false
    var socialProviders = SocialProviders()
}

extension AWSConfiguration.Pages: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    // Query parameters can be secrets.
    var description: String { "(\(Self.section))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
