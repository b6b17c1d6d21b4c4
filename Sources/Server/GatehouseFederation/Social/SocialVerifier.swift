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
    private let report: @Sendable (ProviderFailure) -> Void

    /// Creates the verifier.
    /// - Parameters:
    ///   - fetch: sends the requests.
    ///   - endpoints: the addresses of the providers.
    ///   - clock: the source of the time, for requests that are signed.
    ///   - entropy: the source of their nonces.
    ///   - report: receives each failure of a provider.
    package init(
        fetch: any OutboundFetch, endpoints: SocialEndpoints, clock: WallClock, entropy: Entropy,
        report: @escaping @Sendable (ProviderFailure) -> Void = { _ in }
    ) {
        self.fetch = fetch
        self.endpoints = endpoints
        self.clock = clock
        self.entropy = entropy
        self.report = report
    }

    /// Asks the provider about a token of one app.
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
        let confirmed = try await confirm(token, of: provider, for: .only(appID))
        let audience = confirmed.apps[0]
        return VerifiedIDToken(
            identity: ExternalIdentity(provider: provider.rawValue, subject: confirmed.subject), audience: audience,
            claims: [
                "iss": .string(provider.rawValue), "aud": .string(audience), "sub": .string(confirmed.subject),
            ])
    }

    /// Asks the provider about a token.
    /// - Throws: as ``verify(_:of:appID:)``; `unverifiable` for a token of Twitter without an app, whose secret signs the
    ///   request.
    package func confirm(
        _ token: String, of provider: SocialProvider, for app: SocialApp
    ) async throws(TokenRefusal) -> ConfirmedToken {
        guard (1...Self.maximumToken).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .unverifiable }
        let confirmed =
            switch (provider, app) {
            case (.facebook, _): try await facebook(token, for: app)
            case (.amazon, _): try await amazon(token, for: app)
            case (.twitter, .only(let consumer)): try await twitter(token, consumer: consumer)
            case (.twitter, .any): throw .unverifiable
            }
        guard (1...IDTokenCheck.maximumSubject).contains(confirmed.subject.utf8.count) else {
            throw .missingClaim("sub")
        }
        return confirmed
    }

    /// The app comes first: the person is of interest only for a token of this app.
    private func facebook(_ token: String, for app: SocialApp) async throws(TokenRefusal) -> ConfirmedToken {
        let query = "access_token=\(PercentEncoding.encode(token))"
        let issued = try await answer(of: .facebook, to: "\(endpoints.facebook)/app?\(query)")
        guard let id = issued["id"]?.stringValue else { throw .missingClaim("aud") }
        let apps = try app.accepted(of: [id])
        let person = try await answer(of: .facebook, to: "\(endpoints.facebook)/me?fields=id&\(query)")
        guard let subject = person["id"]?.stringValue else { throw .missingClaim("sub") }
        return ConfirmedToken(subject: subject, apps: apps)
    }

    /// Amazon names the client (`aud`) and the app that it belongs to (`app_id`); pools are configured with either.
    private func amazon(_ token: String, for app: SocialApp) async throws(TokenRefusal) -> ConfirmedToken {
        let info = try await answer(
            of: .amazon, to: "\(endpoints.amazon)/auth/o2/tokeninfo?access_token=\(PercentEncoding.encode(token))")
        guard info["iss"]?.stringValue == "https://\(SocialProvider.amazon.rawValue)" else { throw .wrongIssuer }
        let apps = try app.accepted(of: [info["aud"], info["app_id"]].compactMap { $0?.stringValue })
        guard let remaining = info["exp"]?.doubleValue, remaining > 0 else { throw .unverifiable }
        guard let subject = info["user_id"]?.stringValue else { throw .missingClaim("sub") }
        return ConfirmedToken(subject: subject, apps: apps)
    }

    /// The consumer's secret signs the request, so that Twitter refuses a token of another app.
    private func twitter(_ token: String, consumer: String) async throws(TokenRefusal) -> ConfirmedToken {
        guard let consumer = TokenPair(consumer), let token = TokenPair(token) else { throw .unverifiable }
        let url = "\(endpoints.twitter)/1.1/account/verify_credentials.json"
        let signature = OAuthSignature(
            consumer: consumer, token: token, timestamp: Int64(clock.now.timeIntervalSince1970.rounded(.down)),
            nonce: Hex.encode(entropy.bytes(16)))
        let person = try await answer(
            of: .twitter, to: url, headers: [OutboundHeader("Authorization", signature.header(method: "GET", url: url))]
        )
        guard let subject = person["id_str"]?.stringValue else { throw .missingClaim("sub") }
        return ConfirmedToken(subject: subject, apps: [consumer.key])
    }

    private func answer(
        of provider: SocialProvider, to url: String, headers: [OutboundHeader] = []
    ) async throws(TokenRefusal) -> WireValue {
        let request = OutboundRequest(
            url: url, headers: [OutboundHeader("Accept", "application/json")] + headers,
            bodyLimit: Self.answerLimit, timeLimit: Self.timeLimit)
        let response: OutboundResponse
        do {
            response = try await fetch.fetch(request)
        } catch {
            throw unavailable(provider, "\(request): \(error)")
        }
        switch response.status {
        case 200: break
        case 400, 401, 403, 404: throw .unverifiable
        default: throw unavailable(provider, "\(request) answers \(response.status)")
        }
        guard let value = try? WireValue(unambiguousJSON: response.body), value.objectValue != nil else {
            throw unavailable(provider, "\(request) does not answer with a JSON object")
        }
        return value
    }

    private func unavailable(_ provider: SocialProvider, _ reason: String) -> TokenRefusal {
        report(ProviderFailure(provider: provider.rawValue, reason: reason))
        return .providerUnavailable(reason)
    }
}

/// The providers that confirm an access token when a server asks them.
///
/// The raw value is the key of `Logins`.
package enum SocialProvider: String, Sendable, CaseIterable {
    case facebook = "graph.facebook.com"
    case amazon = "www.amazon.com"
    case twitter = "api.twitter.com"
}

/// The addresses under which social providers answer, without a trailing slash.
package struct SocialEndpoints: Sendable, Equatable {
    package var facebook: String
    package var amazon: String
    package var twitter: String

    /// Creates a list of addresses; the defaults are the providers' own.
    package init(
        facebook: String = "https://graph.facebook.com", amazon: String = "https://api.amazon.com",
        twitter: String = "https://api.twitter.com"
    ) {
        self.facebook = facebook
        self.amazon = amazon
        self.twitter = twitter
    }
}

/// The apps whose tokens of a social provider are accepted.
package enum SocialApp: Sendable, Equatable {
    /// The app with this id or secret.
    case only(String)
    /// Every app: the caller compares the app of the confirmed token itself.
    case any

    /// Chooses the accepted ones of an app's names.
    /// - Throws: `missingClaim` if the provider names no app, `wrongAudience` if it names another one.
    func accepted(of names: [String]) throws(TokenRefusal) -> [String] {
        guard !names.isEmpty else { throw .missingClaim("aud") }
        switch self {
        case .any: return names
        case .only(let app):
            guard names.contains(app) else { throw .wrongAudience }
            return [app]
        }
    }
}

/// What a social provider says about a token.
package struct ConfirmedToken: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The provider's identifier of the person.
    package let subject: String
    /// The names of the app that the token belongs to; at least one.
    package let apps: [String]

    /// Contains the app; never the person.
    package var description: String { "ConfirmedToken(\(apps.joined(separator: ", ")))" }
    package var customMirror: Mirror { Mirror(self, children: ["apps": apps]) }
}
