// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
import GatehouseWire

/// Verifies tokens of social providers by asking the provider to which app and person they belong.
package struct SocialVerifier: Sendable {
    /// The time limit for one answer.
    private static let timeLimit = Duration.seconds(5)
    /// The most bytes of an answer.
    private static let answerLimit = 65_536
    /// The longest token that is sent, in bytes.
    private static let maximumToken = 4_096

    private let fetch: any OutboundFetch
    private let endpoints: SocialEndpoints
    let clock: WallClock
    let entropy: Entropy

    /// Creates the verifier.
    /// - Parameters:
    ///   - fetch: sends the requests.
    ///   - endpoints: the addresses of the providers.
    ///   - clock: the source of the time, for requests that are signed.
    ///   - entropy: the source of their nonces.
    package init(fetch: any OutboundFetch, endpoints: SocialEndpoints, clock: WallClock, entropy: Entropy) {
        self.fetch = fetch
        self.endpoints = endpoints
        self.clock = clock
        self.entropy = entropy
    }

    /// Asks the provider about a token.
    /// - Parameters:
    ///   - token: the value of `Logins`.
    ///   - provider: the provider that issued the token.
    ///   - appID: the app that the token must belong to; for Twitter `<consumer key>;<consumer secret>`.
    /// - Returns: the person, with the claims `iss`, `aud` and `sub` alone.
    /// - Throws: `unverifiable` for a token that the provider does not confirm, `wrongAudience` for one of another app,
    ///   `providerUnavailable`.
    package func verify(
        _ token: String, of provider: SocialProvider, appID: String
    ) async throws(TokenRefusal) -> VerifiedIDToken {
        guard (1...Self.maximumToken).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .unverifiable }
        let (subject, audience) =
            switch provider {
            case .facebook: try await facebook(token, appID: appID)
            case .amazon: try await amazon(token, appID: appID)
            case .twitter: try await twitter(token, consumer: appID)
            }
        guard (1...IDTokenCheck.maximumSubject).contains(subject.utf8.count) else { throw .missingClaim("sub") }
        return VerifiedIDToken(
            identity: ExternalIdentity(provider: provider.rawValue, subject: subject), audience: audience,
            claims: ["iss": .string(provider.rawValue), "aud": .string(audience), "sub": .string(subject)])
    }

    /// The app comes first: the person is of interest only for a token of this app.
    private func facebook(_ token: String, appID: String) async throws(TokenRefusal) -> (String, String) {
        let query = "access_token=\(PercentEncoding.encode(token))"
        let app = try await answer(to: "\(endpoints.facebook)/app?\(query)")
        guard let id = app["id"]?.stringValue else { throw .missingClaim("aud") }
        guard id == appID else { throw .wrongAudience }
        let person = try await answer(to: "\(endpoints.facebook)/me?fields=id&\(query)")
        guard let subject = person["id"]?.stringValue else { throw .missingClaim("sub") }
        return (subject, id)
    }

    /// Amazon names the client (`aud`) and the app that it belongs to (`app_id`); pools are configured with either.
    private func amazon(_ token: String, appID: String) async throws(TokenRefusal) -> (String, String) {
        let info = try await answer(
            to: "\(endpoints.amazon)/auth/o2/tokeninfo?access_token=\(PercentEncoding.encode(token))")
        guard info["iss"]?.stringValue == "https://\(SocialProvider.amazon.rawValue)" else { throw .wrongIssuer }
        guard [info["aud"], info["app_id"]].contains(where: { $0?.stringValue == appID }) else {
            throw .wrongAudience
        }
        guard let remaining = info["exp"]?.doubleValue, remaining > 0 else { throw .unverifiable }
        guard let subject = info["user_id"]?.stringValue else { throw .missingClaim("sub") }
        return (subject, appID)
    }

    /// The consumer's secret signs the request, so that Twitter refuses a token of another app.
    private func twitter(_ token: String, consumer: String) async throws(TokenRefusal) -> (String, String) {
        guard let consumer = TokenPair(consumer), let token = TokenPair(token) else { throw .unverifiable }
        let url = "\(endpoints.twitter)/1.1/account/verify_credentials.json"
        let signature = OAuthSignature(
            consumer: consumer, token: token, timestamp: Int64(clock.now.timeIntervalSince1970.rounded(.down)),
            nonce: Hex.encode(entropy.bytes(16)))
        let person = try await answer(
            to: url, headers: [OutboundHeader("Authorization", signature.header(method: "GET", url: url))])
        guard let subject = person["id_str"]?.stringValue else { throw .missingClaim("sub") }
        return (subject, consumer.key)
    }

    private func answer(
        to url: String, headers: [OutboundHeader] = []
    ) async throws(TokenRefusal) -> WireValue {
        let request = OutboundRequest(
            url: url, headers: [OutboundHeader("Accept", "application/json")] + headers,
            bodyLimit: Self.answerLimit, timeLimit: Self.timeLimit)
        let response: OutboundResponse
        do {
            response = try await fetch.fetch(request)
        } catch {
            throw .providerUnavailable("\(request): \(error)")
        }
        switch response.status {
        case 200: break
        case 400, 401, 403, 404: throw .unverifiable
        default: throw .providerUnavailable("\(request) answers \(response.status)")
        }
        guard let value = try? WireValue(unambiguousJSON: response.body), value.objectValue != nil else {
            throw .providerUnavailable("\(request) does not answer with a JSON object")
        }
        return value
    }
}
