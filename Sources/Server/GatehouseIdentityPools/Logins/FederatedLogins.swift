// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import GatehouseFederation
import GatehouseWire

/// Verifies logins of OpenID Connect providers, of social providers, and of user pools of other servers.
struct FederatedLogins: Sendable {
    let federation: Federation
    let registry: any AccessStore

    /// Verifies an ID token with the clients that the pool and the registry list for its provider.
    /// - Throws: `NotAuthorizedException`; `ExternalServiceException` if the provider does not answer.
    func prove(_ token: String, of provider: OpenIDLogin) async throws(ServiceFault) -> ProvenLogin {
        var url = "https://\(provider.key)"
        var clients: Set<String> = []
        if let client = provider.clientID { clients.insert(client) }
        if provider.arn != nil {
            let entry = try await registered(provider.key)
            if let entry {
                url = entry.issuer
                clients.formUnion(entry.clientIDs)
            } else if clients.isEmpty {
                throw .unregistered(issuer: provider.key)
            }
        }
        let verified = try await verify(token, from: TrustedIssuer(url: url, clientIDs: clients))
        return ProvenLogin(
            provider: provider.key, verified: Self.login(verified), claims: verified.claims,
            mappingKey: provider.arn ?? provider.key,
            authenticationMethods: [provider.key, "\(provider.key):OIDC:\(verified.identity.subject)"])
    }

    /// Asks a social provider about a token.
    /// - Throws: as the method for ID tokens.
    func prove(
        _ token: String, of provider: SocialProvider, appID: String
    ) async throws(ServiceFault) -> ProvenLogin {
        let verified: VerifiedIDToken
        do {
            verified = try await federation.social.verify(token, of: provider, appID: appID)
        } catch {
            throw ServiceFault(error)
        }
        let key = provider.rawValue
        return ProvenLogin(
            provider: key, verified: Self.login(verified), claims: verified.claims, mappingKey: key,
            authenticationMethods: [key, "\(key):\(verified.audience):\(verified.identity.subject)"])
    }

    /// Verifies an ID token of another server's user pool, whose claims decide about roles as those of an own pool do.
    ///
    /// That server has no call by which others learn whether a user still exists.
    /// - Throws: as the method for ID tokens; `NotAuthorizedException` if the pool's entry has `ServerSideTokenCheck`.
    func prove(
        _ token: String, ofUserPool key: String, clients: [String: Bool]
    ) async throws(ServiceFault) -> ProvenLogin {
        let issuer = TrustedIssuer(url: "https://\(key)", clientIDs: Set(clients.keys), kind: .userPool)
        let verified = try await verify(token, from: issuer)
        guard clients[verified.audience] != true else { throw .uncheckedStatus(provider: key) }
        let claims = verified.claims
        let login = VerifiedLogin(
            subject: verified.identity.subject, audience: verified.audience,
            groups: Self.texts(claims["cognito:groups"]), roles: Self.texts(claims["cognito:roles"]),
            preferredRole: claims["cognito:preferred_role"]?.stringValue)
        return ProvenLogin(provider: key, verified: login, token: token)
    }

    private func verify(_ token: String, from issuer: TrustedIssuer) async throws(ServiceFault) -> VerifiedIDToken {
        do {
            return try await federation.idTokens.verify(token, from: issuer)
        } catch {
            throw ServiceFault(error)
        }
    }

    private func registered(_ name: String) async throws(ServiceFault) -> OpenIDProvider? {
        let registry = registry
        return try await ServiceFault.translating {
            try await registry.read { try $0.entry(OpenIDProvider.self, named: name) }
        }
    }

    /// A login without roles: `cognito:roles` counts for nothing in a token of another kind of provider.
    private static func login(_ token: VerifiedIDToken) -> VerifiedLogin {
        VerifiedLogin(
            subject: token.identity.subject, audience: token.audience, groups: [], roles: [], preferredRole: nil)
    }

    private static func texts(_ claim: WireValue?) -> [String] {
        claim?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

/// The provider of an ID token in a pool.
struct OpenIDLogin: Sendable, Equatable {
    /// The issuer without scheme and without one trailing slash.
    let key: String
    /// The provider's ARN, if the pool lists it.
    let arn: String?
    /// The client id in `SupportedLoginProviders`, if the pool has one.
    let clientID: String?

    /// The providers that a pool can list without an ARN.
    private static let wellKnown: Set<String> = ["accounts.google.com", "appleid.apple.com"]

    /// Finds the provider of a key; `nil` if the pool does not list it as one of OpenID Connect.
    init?(key: String, arns: [String], supported: [String: String]) {
        let name = OpenIDProvider.name(ofIssuer: key)
        // A key has no scheme; with one it would name the issuer in a second way.
        guard name == key || name + "/" == key else { return nil }
        self.key = name
        arn = arns.first { arn in
            guard let tail = arn.firstRange(of: ":oidc-provider/")?.upperBound else { return false }
            return OpenIDProvider.name(ofIssuer: String(arn[tail...])) == name
        }
        clientID = Self.wellKnown.contains(name) ? supported[name] : nil
        guard arn != nil || clientID != nil else { return nil }
    }
}
