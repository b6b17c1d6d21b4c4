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
    /// - Throws: `InvalidIdentityToken`, `ExpiredTokenException`, `IDPRejectedClaim`, `IDPCommunicationError`,
    ///   `AccessDenied` if the role is not registered or its trust policy does not allow the person, `ValidationError`
    ///   also for an ARN of something else than a role, `MalformedPolicyDocument`, `PackedPolicyTooLarge`.
    package func assumeRoleWithWebIdentity(
        _ request: AssumeRoleWithWebIdentityRequest
    ) async throws(ServiceFault) -> AssumeRoleWithWebIdentityResponse {
        guard let arn = RoleARN(request.roleArn) else { throw .invalidRoleARN }
        let identity = try await verifiedIdentity(request, role: arn)
        let trust = RoleTrust(authority: tokens.authority)
        let role = try await registeredRole(arn)
        let policies = try await SessionPolicies(request.policy, request.policyArns, authority: tokens.authority)
        let refusal = trust.refusal(
            of: FederatedRequest(identity, sessionName: request.roleSessionName), on: role,
            from: context.sourceAddress, inRegion: context.region)
        if let refusal {
            throw .notAuthorized(
                toPerform: refusal.attempt.action ?? FederatedRequest.webIdentityAction, cause: refusal)
        }
        let (claims, own) = (identity.claims, identity.ownAuthentication)
        let session = RoleSession(
            roleID: PrincipalID.role(arn, by: tokens.sealer), roleARN: arn.text, name: request.roleSessionName,
            identityID: own.map { _ in identity.subject }, identityPoolID: own.map { _ in identity.audience },
            authenticationMethods: own ?? [], webIdentity: identity.lastingFacts, principalTags: claims.tags,
            scope: SessionScope(
                policy: policies.policy, policyARNs: policies.arns, sourceIdentity: claims.sourceIdentity,
                transitiveTagKeys: claims.transitiveTagKeys))
        let lifetime = try lifetime(request.durationSeconds, of: role)
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

    /// The role that the client names, which must be registered also while no other role is.
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
