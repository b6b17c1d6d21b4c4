// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseWire

/// Verifies the tokens of AssumeRoleWithWebIdentity.
///
/// They are tokens of issuers of this server, ID tokens of the account's OpenID Connect providers and of Google, and
/// access tokens of Facebook and Amazon.
struct WebIdentityProof: Sendable {
    /// The provider that trust policies know without a registration.
    static let google = "accounts.google.com"
    /// The providers that the request must name.
    static let named: [SocialProvider] = [.amazon, .facebook]

    let tokens: SecurityTokens

    /// Verifies the token of a request.
    /// - Throws: `InvalidIdentityToken`, `ExpiredTokenException`, `IDPRejectedClaim`, `IDPCommunicationError`.
    func verify(_ token: String) async throws(ServiceFault) -> WebIdentity {
        let claims = try Self.unverifiedClaims(of: token)
        guard let issuer = claims["iss"]?.stringValue else { throw .notWebIdentity }
        if let own = tokens.issuers.first(where: { $0.issuer == issuer }) {
            return try await person(of: token, from: own, expiry: claims["exp"])
        }
        guard let provider = try await provider(ofIssuer: issuer) else { throw .noProvider(ofIssuer: issuer) }
        if let identity = try await ownUser(token, of: provider, issuer: issuer, expiry: claims["exp"]) {
            return identity
        }
        let trusted =
            provider.entry.map { TrustedIssuer(url: $0.issuer, clientIDs: Set($0.clientIDs)) }
            // The trust policy, which must name the client, compares it.
            ?? .google(clients: .any)
        do {
            let verified = try await tokens.federation.idTokens.verify(token, from: trusted)
            return try WebIdentity(verified, of: provider)
        } catch {
            throw .refusedWebIdentity(error, issuer: issuer)
        }
    }

    /// Asks a social provider about the token of a request.
    ///
    /// The role's trust policy, which must name the app, compares it.
    /// - Throws: `InvalidIdentityToken`, `IDPRejectedClaim`, `IDPCommunicationError`.
    func verify(_ token: String, of provider: SocialProvider) async throws(ServiceFault) -> WebIdentity {
        do {
            return WebIdentity(
                try await tokens.federation.social.confirm(token, of: provider, for: .any), of: provider)
        } catch .unverifiable {
            throw .rejectedClaim(TokenRefusal.unverifiable)
        } catch {
            throw .refusedWebIdentity(error, issuer: provider.rawValue)
        }
    }

    /// The person of a token of this server.
    private func person(
        of token: String, from own: any WebIdentityIssuer, expiry: WireValue?
    ) async throws(ServiceFault) -> WebIdentity {
        guard let person = try await own.person(of: token) else {
            try checkExpiry(expiry)
            throw .refusedWebIdentity(.unverifiable, issuer: own.issuer)
        }
        return person
    }

    /// A user of a user pool of this server, which may be registered as a provider as well; `nil` for another provider.
    ///
    /// Only the pool knows whether the user is enabled and the session was not revoked, so that its keys alone prove
    /// nothing.
    private func ownUser(
        _ token: String, of provider: WebIdentityProvider, issuer: String, expiry: WireValue?
    ) async throws(ServiceFault) -> WebIdentity? {
        let key = LoginKey(deployment: tokens.deployment).canonical(provider.name)
        guard let entry = provider.entry,
            let verifier = tokens.loginVerifiers.first(where: { $0.handles(provider: key) }),
            try await verifier.owns(provider: key)
        else { return nil }
        let login: VerifiedLogin
        do {
            login = try await verifier.verify(token: token, provider: key, checksRevocation: true)
        } catch {
            guard error.code == .notAuthorized else { throw error }
            try checkExpiry(expiry)
            throw .rejectedClaim(error.cause ?? error)
        }
        guard entry.clientIDs.contains(login.audience) else {
            throw .refusedWebIdentity(.wrongAudience, issuer: issuer)
        }
        return WebIdentity(userPoolUser: login.subject, audience: login.audience, issuer: issuer, of: provider)
    }

    /// The registered provider of an issuer; Google is one without a registration.
    private func provider(ofIssuer issuer: String) async throws(ServiceFault) -> WebIdentityProvider? {
        let account = tokens.deployment.accountID
        let keys = LoginKey(deployment: tokens.deployment)
        // A user pool of this server has two names.
        let names = [OpenIDProvider.name(ofIssuer: issuer), keys.canonical(issuer: issuer)]
        let entry = try await tokens.authority.read { store -> OpenIDProvider? in
            for name in names {
                if let entry = try store.entry(OpenIDProvider.self, named: name) { return entry }
            }
            return nil
        }
        let isGoogle = names[0] == Self.google
        guard entry != nil || isGoogle else { return nil }
        let principals = (entry.map { [$0.arn(inAccount: account)] } ?? []) + (isGoogle ? [Self.google] : [])
        return WebIdentityProvider(name: entry?.name ?? Self.google, principals: principals, entry: entry)
    }

    /// Blames the expiry of a token that is not valid, if it has passed; the claim is not verified.
    /// - Throws: `ExpiredTokenException`.
    private func checkExpiry(_ claim: WireValue?) throws(ServiceFault) {
        let now = Int64(tokens.clock.now.timeIntervalSince1970)
        guard let expiry = claim?.integerValue, expiry <= now else { return }
        throw .expiredWebIdentity(now: now, expiry: expiry)
    }

    private static func unverifiedClaims(of token: String) throws(ServiceFault) -> [WireName: WireValue] {
        guard let payload = try? UnverifiedJWS(token).payload,
            let claims = (try? WireValue(unambiguousJSON: payload))?.objectValue
        else { throw .notWebIdentity }
        return claims
    }
}
