// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseIdentityPools
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseWire

/// The well-known providers, as the server meets them: each confirms the tokens of one person.
struct SocialProviders: OutboundFetch {
    /// The apps of the identity pool, by the key in the logins.
    static let apps = [
        "accounts.google.com": "google-app", "appleid.apple.com": "com.example.app", "graph.facebook.com": "7346",
        "www.amazon.com": "amazon-client", "api.twitter.com": "consumer;consumer-secret",
    ]

    private static let accessToken = "good-token"
    private static let issuers: [(provider: AuthProvider, url: String, app: String)] = [
        (.google, "https://accounts.google.com", "google-app"),
        (.apple, "https://appleid.apple.com", "com.example.app"),
    ]

    private let key: RSASigningKey

    init() throws {
        key = try .generate()
    }

    /// The token of the person that a provider gives to the app at a time; Google's and Apple's are ID tokens.
    func token(of provider: AuthProvider, at time: Date) throws -> String {
        if provider == .twitter { return "\(Self.accessToken);token-secret" }
        guard let issuer = Self.issuers.first(where: { $0.provider == provider }) else { return Self.accessToken }
        let now = Int64(time.timeIntervalSince1970)
        let claims: WireValue = [
            "iss": .string(issuer.url), "aud": .string(issuer.app), "sub": "person", "iat": .integer(now),
            "exp": .integer(now + 3_600),
        ]
        return try JWS.sign(payload: claims.jsonBytes(), key: key, signer: SwiftCryptoRSASigner())
    }

    func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        let url = request.url.prefix { $0 != "?" }
        let isGood =
            request.url.hasSuffix("access_token=\(Self.accessToken)")
            || request.headers.contains { $0.value.contains(#"oauth_token="\#(Self.accessToken)""#) }
        let body: String? =
            switch url {
            case "https://graph.facebook.com/app": isGood ? #"{"id": "7346"}"# : nil
            case "https://graph.facebook.com/me": isGood ? #"{"id": "person"}"# : nil
            case "https://api.amazon.com/auth/o2/tokeninfo":
                isGood
                    ? #"{"iss": "https://www.amazon.com", "aud": "amazon-client", "user_id": "person", "exp": 3600}"#
                    : nil
            case "https://api.twitter.com/1.1/account/verify_credentials.json":
                isGood ? #"{"id_str": "12"}"# : nil
            default: document(String(url))
            }
        return OutboundResponse(status: body == nil ? 401 : 200, body: Array((body ?? "{}").utf8))
    }

    /// The documents of the issuers, whose keys are the same.
    private func document(_ url: String) -> String? {
        let (n, e) = key.publicKey.jwk
        for issuer in Self.issuers.map(\.url) {
            switch url {
            case "\(issuer)/.well-known/openid-configuration":
                return #"{"issuer": "\#(issuer)", "jwks_uri": "\#(issuer)/keys"}"#
            case "\(issuer)/keys":
                return #"{"keys": [{"kty": "RSA", "kid": "\#(key.publicKey.keyID)", "n": "\#(n)", "e": "\#(e)"}]}"#
            default: break
            }
        }
        return nil
    }
}

extension World {
    /// Lets the identity pool accept tokens of the well-known providers.
    func allowSocialProviders() async throws {
        let service = gatehouse.installation.identityPools.service(for: gatehouse.administration)
        var settings = try await service.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: identityPool))
        settings.supportedLoginProviders = SocialProviders.apps
        _ = try await service.updateIdentityPool(settings)
    }
}
