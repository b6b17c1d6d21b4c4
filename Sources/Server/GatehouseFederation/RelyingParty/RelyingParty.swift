// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// The relying party's side of sign-ins with providers of OpenID Connect and OAuth 2.0.
package struct RelyingParty: Sendable {
    /// The values of a provider's response, and of the sign-in's beginning.
    package struct Response: Sendable {
        package let code: String
        /// The same address as in the authorization request.
        package let redirectURI: String
        package let verifier: String
        package let nonce: String
        /// The issuer that the response names (RFC 9207); `nil` if it names none.
        package let issuer: String?
        /// The parameter `user` of Apple's first response.
        package let user: String?

        /// Describes a response.
        package init(
            code: String, redirectURI: String, verifier: String, nonce: String, issuer: String? = nil,
            user: String? = nil
        ) {
            self.code = code
            self.redirectURI = redirectURI
            self.verifier = verifier
            self.nonce = nonce
            self.issuer = issuer
            self.user = user
        }
    }

    private let fetch: any OutboundFetch
    private let idTokens: OpenIDVerifier
    private let clock: WallClock
    private let report: @Sendable (ProviderFailure) -> Void

    /// Creates the relying party; it asks no provider before the first sign-in, and passes each failure to `report`.
    package init(
        fetch: any OutboundFetch, idTokens: OpenIDVerifier, clock: WallClock,
        report: @escaping @Sendable (ProviderFailure) -> Void = { _ in }
    ) {
        self.fetch = fetch
        self.idTokens = idTokens
        self.clock = clock
        self.report = report
    }

    /// Exchanges the code of a response, and returns the person who signed in at the provider.
    /// - Throws: the first fault; nothing of the provider's answers is used then.
    package func person(
        _ response: Response, at provider: UpstreamProvider
    ) async throws(UpstreamFault) -> UpstreamPerson {
        try checkIssuer(response.issuer, of: provider)
        let tokens = try await tokens(for: response, at: provider)
        let verified = try await idToken(tokens, nonce: response.nonce, at: provider)
        let info = try await attributes(tokens.accessToken, of: verified?.identity.subject, at: provider)
        guard let subject = verified?.identity.subject ?? info?.subject else { throw .malformedAnswer }
        let claims = (info?.claims ?? [:]).merging(verified?.claims ?? [:]) { _, signed in signed }
        return UpstreamPerson(
            subject: subject, claims: claims, spoken: provider.spokenNames(response.user),
            accessToken: tokens.accessToken, idToken: tokens.idToken, tokenResponse: tokens.answer,
            idTokenClaims: verified?.claims, userInfo: info?.claims)
    }

    /// Refuses a response with an issuer other than the provider's, as in a mix-up attack (RFC 9207).
    private func checkIssuer(_ issuer: String?, of provider: UpstreamProvider) throws(UpstreamFault) {
        guard let issuer else { return }
        guard provider.issuer?.hasName(issuer) ?? false else { throw .otherProvider }
    }

    private func tokens(
        for response: Response, at provider: UpstreamProvider
    ) async throws(UpstreamFault) -> UpstreamTokens {
        let request = try provider.tokenRequest(
            code: response.code, redirectURI: response.redirectURI, verifier: response.verifier, now: clock.now)
        let answer: OutboundResponse
        do {
            answer = try await send(request, to: provider)
        } catch .timedOut {
            throw .tokenTimeout
        } catch {
            throw error
        }
        guard answer.status == 200 else {
            report(ProviderFailure(provider: provider.name, reason: "\(request) answers \(answer.status)"))
            throw .tokenStatus(answer.status)
        }
        return try UpstreamTokens(json: answer.body)
    }

    private func idToken(
        _ tokens: UpstreamTokens, nonce: String, at provider: UpstreamProvider
    ) async throws(UpstreamFault) -> VerifiedIDToken? {
        guard let issuer = provider.issuer else { return nil }
        guard let text = tokens.idToken else { throw .malformedAnswer }
        let verified: VerifiedIDToken
        do {
            verified =
                if let token = provider.secretSigned {
                    try token.verify(text, from: issuer, now: clock.now)
                } else {
                    try await idTokens.verify(text, from: issuer)
                }
        } catch .providerUnavailable {
            throw .keysUnavailable
        } catch {
            throw .refusedToken(error)
        }
        guard let answered = verified.claims["nonce"]?.stringValue,
            constantTimeEqual(Array(answered.utf8), Array(nonce.utf8))
        else { throw .wrongNonce }
        guard verified.claims.count <= UpstreamProvider.maximumClaims else { throw .malformedAnswer }
        return verified
    }

    private func attributes(
        _ accessToken: String, of subject: String?, at provider: UpstreamProvider
    ) async throws(UpstreamFault) -> (subject: String, claims: [WireName: WireValue])? {
        guard let request = provider.attributesRequest(accessToken: accessToken) else { return nil }
        let answer = try await send(request, to: provider)
        guard answer.status == 200 else {
            report(ProviderFailure(provider: provider.name, reason: "\(request) answers \(answer.status)"))
            throw .attributesStatus(answer.status)
        }
        return try provider.attributes(answer.body, of: subject)
    }

    private func send(
        _ request: OutboundRequest, to provider: UpstreamProvider
    ) async throws(UpstreamFault) -> OutboundResponse {
        do throws(OutboundFailure) {
            return try await fetch.fetch(request)
        } catch {
            report(ProviderFailure(provider: provider.name, reason: "\(request): \(error)"))
            switch error {
            case .timedOut: throw .timedOut
            case .tooLarge: throw .malformedAnswer
            case .malformedURL, .notEncrypted, .unresolved, .refusedAddress, .busy, .unreachable, .disabled:
                throw .unreachable
            }
        }
    }
}

extension UpstreamProvider {
    /// The check of ID tokens with the client's secret; `nil` unless an administrator has set an algorithm for it.
    fileprivate var secretSigned: SecretSignedToken? {
        guard let secretAlgorithm else { return nil }
        return switch proof {
        case .secretInForm(let secret), .secretInHeader(let secret):
            SecretSignedToken(secret: Array(secret.utf8), algorithm: secretAlgorithm)
        case .appleKey: nil
        }
    }
}
