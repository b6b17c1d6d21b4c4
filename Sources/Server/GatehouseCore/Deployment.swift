// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The values of this installation that appear in identifiers and addresses.
package struct Deployment: Sendable, Equatable {
    /// The account number in ARNs: twelve digits.
    package var accountID: String
    /// The region of new pools when the request has none.
    package var defaultRegion: String
    /// The address under which clients reach this server, without a trailing slash.
    package var baseURL: String
    /// The relying party id of passkeys in pools that configure none and have no domain of their own.
    package var defaultRelyingPartyID: String?
    /// The `iss` of identity tokens if it is not the base URL.
    package var configuredIdentityTokenIssuer: String?
    /// SHA-256 of the certificates of the Android apps that may use passkeys, in unpadded Base64URL.
    package var androidCertificates: Set<String>
    /// The addresses to which SAML responses are sent; empty for the one below the base URL.
    package var configuredSAMLRecipients: Set<String> = []
    /// The names of this server at SAML providers; empty for the base URL.
    package var configuredSAMLAudiences: Set<String> = []
    /// The app clients that must use PKCE.
    package var requiredPKCE = PKCERequirement.none

    /// Creates a deployment; the defaults are for `gatehouse dev`.
    package init(
        accountID: String = "123456789012", defaultRegion: String = "us-east-1",
        baseURL: String = "http://localhost:9229", defaultRelyingPartyID: String? = nil,
        androidCertificates: Set<String> = [], identityTokenIssuer: String? = nil
    ) {
        self.accountID = accountID
        self.defaultRegion = defaultRegion
        self.baseURL = baseURL
        self.defaultRelyingPartyID = defaultRelyingPartyID
        self.androidCertificates = androidCertificates
        configuredIdentityTokenIssuer = identityTokenIssuer
    }

    /// The `iss` of identity tokens, with the discovery document below the base URL.
    package var identityTokenIssuer: String { configuredIdentityTokenIssuer ?? baseURL }

    /// The ARN of an identity pool, `arn:aws:cognito-identity:<region>:<account>:identitypool/<pool>`.
    package func arn(ofIdentityPool poolID: String) -> String {
        let region = poolID.split(separator: ":", maxSplits: 1).first.map(String.init) ?? defaultRegion
        return "arn:aws:cognito-identity:\(region):\(accountID):identitypool/\(poolID)"
    }

    /// The addresses to which SAML responses for this server are sent.
    package var samlRecipients: Set<String> {
        configuredSAMLRecipients.isEmpty ? ["\(baseURL)/saml"] : configuredSAMLRecipients
    }

    /// The audiences of SAML assertions for this server.
    package var samlAudiences: Set<String> {
        configuredSAMLAudiences.isEmpty ? [baseURL] : configuredSAMLAudiences
    }

    /// The `iss` of a user pool's tokens: the base URL and the pool's id.
    package func issuer(ofUserPool poolID: String) -> String {
        "\(baseURL)/\(poolID)"
    }

    /// The key under which a user pool's ID tokens are logins of an identity pool.
    package func loginKey(ofUserPool poolID: String) -> String {
        let region = poolID.split(separator: "_", maxSplits: 1).first.map(String.init) ?? defaultRegion
        return "cognito-idp.\(region).amazonaws.com/\(poolID)"
    }
}
