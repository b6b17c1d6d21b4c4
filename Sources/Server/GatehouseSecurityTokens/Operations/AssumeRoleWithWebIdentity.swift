// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseFederation
package import GatehouseWire

extension SecurityTokensService {
    /// Issues temporary credentials of a role to a person of a web identity provider.
    ///
    /// The token is one of an issuer of this server, such as `GetOpenIdToken` (the classic flow), an ID token of a
    /// registered OpenID Connect provider or of Google, or an access token of Facebook or Amazon, which the request names.
    /// While no role is registered, an issuer of this server alone decides, and about one role for each person.
    /// - Throws: `InvalidIdentityToken`, `ExpiredTokenException`, `IDPRejectedClaim`, `IDPCommunicationError`,
    ///   `AccessDenied` if the role is not registered or its trust policy does not allow the person, or, while no role is
    ///   registered, if the issuer does not give the person this role; `ValidationError` also for an ARN of something
    ///   else than a role, `MalformedPolicyDocument`, `PackedPolicyTooLarge`.
    package func assumeRoleWithWebIdentity(
        _ request: AssumeRoleWithWebIdentityRequest
    ) async throws(ServiceFault) -> AssumeRoleWithWebIdentityResponse {
        guard let arn = RoleARN(request.roleArn) else { throw .invalidRoleARN }
        let identity = try await verifiedIdentity(request, role: arn)
        let role = try await role(arn, of: identity)
        let policies = try await SessionPolicies(request.policy, request.policyArns, authority: tokens.authority)
        if let role {
            let refusal = RoleTrust(authority: tokens.authority).refusal(
                of: FederatedRequest(identity, sessionName: request.roleSessionName), on: role,
                from: context.sourceAddress, inRegion: context.region)
            if let refusal {
                throw .notAuthorized(
                    toPerform: refusal.attempt.action ?? FederatedRequest.webIdentityAction, cause: refusal)
            }
        }
        let (claims, own) = (identity.claims, identity.ownAuthentication)
        let session = RoleSession(
            roleID: PrincipalID.role(arn, by: tokens.sealer), roleARN: arn.text, name: request.roleSessionName,
            identityID: own.map { _ in identity.subject }, identityPoolID: own.map { _ in identity.audience },
            authenticationMethods: own ?? [], webIdentity: identity.lastingFacts, principalTags: claims.tags,
            scope: SessionScope(
                policy: policies.policy, policyARNs: policies.arns, sourceIdentity: claims.sourceIdentity,
                transitiveTagKeys: claims.transitiveTagKeys))
        let lifetime = try lifetime(request.durationSeconds, within: role?.maximumSession ?? Self.usualSession)
        return AssumeRoleWithWebIdentityResponse(
            credentials: try tokens.vendor.vend(for: .role(session), lifetime: TimeInterval(lifetime)),
            subjectFromWebIdentityToken: identity.subject, assumedRoleUser: assumedUser(session, arn),
            packedPolicySize: policies.packedSize(tags: claims.tags), provider: identity.issuer,
            audience: identity.audience, sourceIdentity: claims.sourceIdentity)
    }

    private func verifiedIdentity(
        _ request: AssumeRoleWithWebIdentityRequest, role arn: RoleARN
    ) async throws(ServiceFault) -> WebIdentity {
        let proof = WebIdentityProof(tokens: tokens)
        guard let name = request.providerId else { return try await proof.verify(request.webIdentityToken) }
        guard let provider = WebIdentityProof.named.first(where: { $0.rawValue == name }) else {
            throw .stsValidation("ProviderId must be www.amazon.com or graph.facebook.com; ID tokens need none.")
        }
        // Each token makes requests to the provider, so the role is looked at first.
        let role = try await registeredRole(arn)
        guard role.trust.trusts(providers: [name]) else {
            throw Self.refused(.trustPolicyPrincipal, principal: name, role: arn)
        }
        return try await proof.verify(request.webIdentityToken, of: provider)
    }

    /// The registered role that the client names; `nil` for the one that the issuer gives the person while no role is
    /// registered.
    private func role(_ arn: RoleARN, of identity: WebIdentity) async throws(ServiceFault) -> Role? {
        switch try await RoleTrust(authority: tokens.authority).standing(of: arn) {
        case .registered(let role): return role
        case .unmanaged where identity.ownRole?.utf8.elementsEqual(arn.text.utf8) == true: return nil
        case .unmanaged, .unknown:
            throw Self.refused(.roleNotRegistered, principal: identity.providers.first, role: arn)
        }
    }

    /// The role that the client names; it must be registered, even while no other role is.
    private func registeredRole(_ arn: RoleARN) async throws(ServiceFault) -> Role {
        guard case .registered(let role) = try await RoleTrust(authority: tokens.authority).standing(of: arn) else {
            throw Self.refused(.roleNotRegistered, role: arn)
        }
        return role
    }

    private static func refused(
        _ cause: RefusedAccess.Cause, principal: String? = nil, role: RoleARN
    ) -> ServiceFault {
        let action = FederatedRequest.webIdentityAction
        return .notAuthorized(
            toPerform: action,
            cause: RefusedAccess(
                cause, RefusedAttempt(principal: principal, action: action, resource: role.text)))
    }
}
