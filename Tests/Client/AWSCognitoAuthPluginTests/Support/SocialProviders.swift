// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting

/// The well-known providers, as the server meets them: each confirms the tokens of one person.
struct SocialProviders: OutboundFetch {
    /// The apps of the identity pool, by the key in the logins.
    static let apps = [
        "accounts.google.com": "google-app", "appleid.apple.com": "com.example.app", "graph.facebook.com": "7346",
        "www.amazon.com": "amazon-client", "api.twitter.com": "consumer;consumer-secret",
    ]

    private static let accessToken = "good-token"

    private let issuers: [(provider: AuthProvider, issuer: TestOpenIDProvider, app: String)]

    init() throws {
        issuers = [
            (.google, try TestOpenIDProvider("https://accounts.google.com"), "google-app"),
            (.apple, try TestOpenIDProvider("https://appleid.apple.com"), "com.example.app"),
        ]
    }

    /// The token of the person that a provider gives to the app at a time; Google's and Apple's are ID tokens.
    func token(of provider: AuthProvider, at time: Date) throws -> String {
        if provider == .twitter { return "\(Self.accessToken);token-secret" }
        guard let (_, issuer, app) = issuers.first(where: { $0.provider == provider }) else { return Self.accessToken }
        return try issuer.token(for: app, as: "person", at: time)
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
            default: issuers.lazy.compactMap { $0.issuer.document(at: String(url)) }.first
            }
        return OutboundResponse(status: body == nil ? 401 : 200, body: Array((body ?? "{}").utf8))
    }
}

extension World {
    /// Lets the identity pool accept tokens of the well-known providers.
    func allowSocialProviders() async throws {
        try await gatehouse.changeIdentityPool(identityPool) { $0.supportedLoginProviders = SocialProviders.apps }
    }
}
