// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseFederation
package import GatehouseWire

/// A person of a web identity provider whose token was verified, as AssumeRoleWithWebIdentity uses it.
package struct WebIdentity: Sendable {
    /// The names that trust policies have for the provider.
    let providers: [String]
    /// The values for conditions by their keys, `<provider>:sub` and others.
    let facts: [String: [String]]
    /// The provider's identifier of the person.
    let subject: String
    /// The provider in the response: the claim `iss`, or the request's provider.
    let issuer: String
    /// The client that the token was issued to.
    let audience: String
    let claims: SessionClaims
    /// The methods by which an issuer of this server authenticated the person; `nil` for a person of another provider.
    ///
    /// The session of such a person has members of its own for them, for the subject and for the audience.
    let ownAuthentication: [String]?
    /// The ARN of the role that the issuer of this server gives the person now; it counts while no role is registered;
    /// `nil` for a person of another provider.
    let ownRole: String?

    /// The values that the session keeps beside its own members.
    var lastingFacts: [String: [String]] { ownAuthentication == nil ? facts.filter { !$0.value.isEmpty } : [:] }

    /// A person of an issuer of this server.
    /// - Parameters:
    ///   - subject: the issuer's identifier of the person.
    ///   - audience: what the token was issued for.
    ///   - provider: the issuer's name in trust policies, which begins the condition keys.
    ///   - methods: the methods by which the person authenticated.
    ///   - tags: the tags of the session.
    ///   - role: the ARN of the role that the issuer gives the person now; `nil` for none.
    package init(
        ownSubject subject: String, audience: String, provider: String, authenticationMethods methods: [String],
        tags: [String: String], role: String?
    ) {
        providers = [provider]
        var facts = Self.facts(provider, subject: subject, audiences: [audience])
        facts[provider + ":amr"] = methods
        self.facts = facts
        self.subject = subject
        issuer = provider
        self.audience = audience
        claims = SessionClaims(tags: tags)
        ownAuthentication = methods
        ownRole = role
    }

    /// A person of an OpenID Connect provider.
    ///
    /// For Google, the audience in conditions is `azp` if the token has it, and `oaud` is `aud`; so it is for the others.
    /// - Throws: `missingClaim` for claims of the session in a form that is not allowed.
    init(_ token: VerifiedIDToken, of provider: WebIdentityProvider) throws(TokenRefusal) {
        providers = provider.principals
        var facts = Self.facts(provider.name, subject: token.identity.subject, audiences: [token.audience])
        facts[provider.name + ":oaud"] = Self.texts(token.claims["aud"])
        facts[provider.name + ":amr"] = Self.texts(token.claims["amr"])
        self.facts = facts
        subject = token.identity.subject
        issuer = token.claims["iss"]?.stringValue ?? token.identity.provider
        audience = token.audience
        claims = try SessionClaims(token.claims)
        (ownAuthentication, ownRole) = (nil, nil)
    }

    /// A user of a user pool of this server that is registered as a provider.
    init(userPoolUser subject: String, audience: String, issuer: String, of provider: WebIdentityProvider) {
        providers = provider.principals
        facts = Self.facts(provider.name, subject: subject, audiences: [audience])
        self.subject = subject
        self.issuer = issuer
        self.audience = audience
        claims = .none
        (ownAuthentication, ownRole) = (nil, nil)
    }

    /// A person of a social provider, which has names of its own for app and person.
    init(_ token: ConfirmedToken, of provider: SocialProvider) {
        let name = provider.rawValue
        providers = [name]
        var facts = Self.facts(name, subject: token.subject, audiences: token.apps)
        facts[name + ":app_id"] = token.apps
        facts[name + (provider == .amazon ? ":user_id" : ":id")] = [token.subject]
        self.facts = facts
        subject = token.subject
        issuer = name
        audience = token.apps[0]
        claims = .none
        (ownAuthentication, ownRole) = (nil, nil)
    }

    private static func facts(_ provider: String, subject: String, audiences: [String]) -> [String: [String]] {
        [provider + ":sub": [subject], provider + ":aud": audiences]
    }

    private static func texts(_ claim: WireValue?) -> [String] {
        claim?.stringValue.map { [$0] } ?? claim?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

/// A provider of OpenID Connect as trust policies and conditions name it.
struct WebIdentityProvider: Sendable, Equatable {
    /// The issuer without scheme and without one trailing slash, which begins the condition keys.
    let name: String
    /// The names in trust policies.
    let principals: [String]
    /// The entry of the registry; `nil` for Google, if it is not registered.
    let entry: OpenIDProvider?
}

/// A part of this server that issues web identity tokens; AssumeRoleWithWebIdentity accepts them without a registration.
///
/// A port: identity pools conform, and this target does not know them.
package protocol WebIdentityIssuer: Sendable {
    /// The claim `iss` of the tokens.
    var issuer: String { get }

    /// Verifies a token with this issuer's name.
    /// - Returns: its person; `nil` for a token that this issuer did not sign, and for an expired one.
    /// - Throws: `InvalidIdentityToken` for a person that no longer exists, the fault of a failing store.
    func person(of token: String) async throws(ServiceFault) -> WebIdentity?
}
