// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// The rules for the details of identity providers that need no other server.
enum ProviderDetailRules {
    /// The details that every provider of a type has.
    static func required(of kind: IdentityProviderKind) -> [String] {
        switch kind {
        case .google, .facebook, .loginWithAmazon: ["client_id", "client_secret", "authorize_scopes"]
        case .signInWithApple: ["client_id", "team_id", "key_id", "private_key", "authorize_scopes"]
        case .oidc: ["client_id", "client_secret", "authorize_scopes", "oidc_issuer", "attributes_request_method"]
        case .saml: []
        }
    }

    /// The details that the server adds to answers and does not take from requests.
    static let answeredOnly: Set<String> = [
        "SSORedirectBindingURI", "SLORedirectBindingURI", "ActiveEncryptionCertificate",
    ]
    /// The details that answers omit, as the service's.
    static let secret: Set<String> = ["private_key"]

    private static let maximumCount = 40
    private static let maximumKey = 128
    private static let addresses = [
        "authorize_url", "token_url", "attributes_url", "jwks_uri", "oidc_issuer", "MetadataURL",
    ]
    private static let flags = ["IDPInit", "IDPSignout", "EncryptedResponses", "attributes_url_add_attributes"]

    /// Returns the details that a request sets, with the service's addresses for those that it omits.
    ///
    /// `former` has the stored details of a provider that is changed: secrets that answers omit keep their values.
    /// - Throws: `InvalidParameterException` for a detail that is missing or malformed.
    static func checked(
        _ given: [String: String], for kind: IdentityProviderKind, former: [String: String]
    ) throws(ServiceFault) -> [String: String] {
        guard given.count <= maximumCount, given.keys.allSatisfy({ $0.utf8.count <= maximumKey }) else {
            throw .invalidParameter("ProviderDetails has too many details, or one with a long name.")
        }
        var details = given.filter { !$0.value.isEmpty && !answeredOnly.contains($0.key) }
        for name in secret where details[name] == nil { details[name] = former[name] }
        let needed = required(of: kind)
        guard needed.allSatisfy({ details[$0] != nil }) else {
            let names = needed.dropLast().joined(separator: ", ") + " and " + (needed.last ?? "")
            throw .invalidParameter("\(names) are all required idp details")
        }
        try checkForms(details)
        return try defaults(of: kind, details).merging(details) { _, given in given }
    }

    private static func checkForms(_ details: [String: String]) throws(ServiceFault) {
        for name in addresses {
            guard let address = details[name] else { continue }
            guard ProviderAddress.isAbsolute(address) else { throw .invalidParameter("\(name) is not a valid URL.") }
        }
        // Discovery appends a path to the issuer.
        if let issuer = details["oidc_issuer"], issuer.contains("?") {
            throw .invalidParameter("oidc_issuer is not a valid URL.")
        }
        for name in flags {
            guard let flag = details[name] else { continue }
            guard ["true", "false"].contains(flag) else { throw .invalidParameter("\(name) must be true or false.") }
        }
        for name in ["attributes_request_method", "token_request_method"] {
            guard let method = details[name] else { continue }
            guard ["GET", "POST"].contains(method) else { throw .invalidParameter("\(name) must be GET or POST.") }
        }
        guard details["RequestSigningAlgorithm"].map({ $0 == "rsa-sha256" }) ?? true else {
            throw .invalidParameter("RequestSigningAlgorithm must be rsa-sha256.")
        }
        try checkClientProof(details)
    }

    /// Checks the details that Cognito does not have, with which more providers can be used.
    private static func checkClientProof(_ details: [String: String]) throws(ServiceFault) {
        let authentication = UpstreamProvider.authenticationDetail
        guard
            details[authentication].map({ ["client_secret_basic", "client_secret_post"].contains($0) }) ?? true
        else { throw .invalidParameter("\(authentication) must be client_secret_basic or client_secret_post.") }
        let name = UpstreamProvider.algorithmDetail
        guard let word = details[name] else { return }
        guard let algorithm = JWSSecretAlgorithm(rawValue: word) else {
            throw .invalidParameter("\(name) must be HS256, HS384 or HS512.")
        }
        // A shorter secret could be found from a token (RFC 7518, section 3.2).
        guard let secret = details["client_secret"], secret.utf8.count >= algorithm.minimumSecret else {
            throw .invalidParameter("\(name) \(word) needs a client_secret of \(algorithm.minimumSecret) bytes.")
        }
    }

    /// The details that a provider of a type has unless the request sets them.
    private static func defaults(
        of kind: IdentityProviderKind, _ details: [String: String]
    ) throws(ServiceFault) -> [String: String] {
        switch kind {
        case .google:
            [
                "attributes_url": "https://people.googleapis.com/v1/people/me?personFields=",
                "attributes_url_add_attributes": "true",
                "authorize_url": "https://accounts.google.com/o/oauth2/v2/auth",
                "oidc_issuer": "https://accounts.google.com", "token_request_method": "POST",
                "token_url": "https://www.googleapis.com/oauth2/v4/token",
            ]
        case .facebook: try facebook(version: details["api_version"] ?? "v17.0")
        case .loginWithAmazon:
            [
                "attributes_url": "https://api.amazon.com/user/profile", "attributes_url_add_attributes": "false",
                "authorize_url": "https://www.amazon.com/ap/oa", "token_request_method": "POST",
                "token_url": "https://api.amazon.com/auth/o2/token",
            ]
        case .signInWithApple:
            [
                "attributes_url_add_attributes": "false", "authorize_url": "https://appleid.apple.com/auth/authorize",
                "oidc_issuer": "https://appleid.apple.com", "token_request_method": "POST",
                "token_url": "https://appleid.apple.com/auth/token",
            ]
        case .oidc: ["attributes_url_add_attributes": "false"]
        case .saml: [:]
        }
    }

    private static func facebook(version: String) throws(ServiceFault) -> [String: String] {
        let digits = version.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        let isDigits = { (text: Substring) in
            (1...4).contains(text.utf8.count)
                && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard version.hasPrefix("v"), digits.count == 2, digits.allSatisfy(isDigits) else {
            throw .invalidParameter("api_version must be a version like v17.0.")
        }
        return [
            "api_version": version, "attributes_url": "https://graph.facebook.com/\(version)/me?fields=",
            "attributes_url_add_attributes": "true",
            "authorize_url": "https://www.facebook.com/\(version)/dialog/oauth", "token_request_method": "GET",
            "token_url": "https://graph.facebook.com/\(version)/oauth/access_token",
        ]
    }
}
