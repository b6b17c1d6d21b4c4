// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseFederation
package import GatehouseWire

extension SecurityTokens {
    /// Issues temporary credentials of a role to a person of a web identity provider.
    ///
    /// The token is one of `GetOpenIdToken` or `GetOpenIdTokenForDeveloperIdentity` (the classic flow), an ID token of a
    /// registered OpenID Connect provider or of Google, or an access token of Facebook or Amazon, which the request names.
    /// - Throws: `InvalidIdentityToken`, `ExpiredTokenException`, `IDPRejectedClaim`, `IDPCommunicationError`,
    ///   `AccessDenied` if the role is not registered or its trust policy does not allow the person, `ValidationError`,
    ///   `MalformedPolicyDocument`, `PackedPolicyTooLarge`.
    package func assumeRoleWithWebIdentity(
        _ request: AssumeRoleWithWebIdentityRequest
    ) async throws(ServiceFault) -> AssumeRoleWithWebIdentityResponse {
        let identity = try await verifiedIdentity(request)
        let trust = RoleTrust(authority: pools.authority)
        let (arn, role) = try await registeredRole(request.roleArn)
        let policies = try await SessionPolicies(request.policy, request.policyArns, authority: pools.authority)
        let refused = trust.refusedAction(
            of: FederatedRequest(identity, sessionName: request.roleSessionName), on: role,
            from: context.sourceAddress)
        if let refused { throw .notAuthorized(toPerform: refused) }
        let (claims, token) = (identity.claims, identity.identity)
        let session = RoleSession(
            roleID: PrincipalID.role(arn, by: pools.sealer), roleARN: arn.text, name: request.roleSessionName,
            identityID: token?.identityID, identityPoolID: token?.poolID,
            authenticationMethods: token?.authenticationMethods ?? [], principalTags: claims.tags,
            scope: SessionScope(
                policy: policies.policy, policyARNs: policies.arns, sourceIdentity: claims.sourceIdentity,
                transitiveTagKeys: claims.transitiveTagKeys))
        let lifetime = try lifetime(request.durationSeconds, of: role)
        return AssumeRoleWithWebIdentityResponse(
            credentials: pools.vendor.vend(for: .role(session), lifetime: TimeInterval(lifetime)),
            subjectFromWebIdentityToken: identity.subject, assumedRoleUser: assumedUser(session, arn),
            packedPolicySize: policies.packedSize(tags: claims.tags), provider: identity.issuer,
            audience: identity.audience, sourceIdentity: claims.sourceIdentity)
    }

    private func verifiedIdentity(
        _ request: AssumeRoleWithWebIdentityRequest
    ) async throws(ServiceFault) -> WebIdentity {
        let proof = WebIdentityProof(pools: pools)
        guard let name = request.providerId else { return try await proof.verify(request.webIdentityToken) }
        guard let provider = WebIdentityProof.named.first(where: { $0.rawValue == name }) else {
            throw .stsValidation("ProviderId must be www.amazon.com or graph.facebook.com; ID tokens need none.")
        }
        // Each token makes requests to the provider, so the role is looked at first.
        let (_, role) = try await registeredRole(request.roleArn)
        guard role.trust.trusts(providers: [name]) else {
            throw .notAuthorized(toPerform: FederatedRequest.webIdentityAction)
        }
        return try await proof.verify(request.webIdentityToken, of: provider)
    }

    /// The role that the client names, which must be registered also while no other role is.
    private func registeredRole(_ text: String) async throws(ServiceFault) -> (RoleARN, Role) {
        guard let arn = RoleARN(text),
            case .registered(let role) = try await RoleTrust(authority: pools.authority).standing(of: arn)
        else { throw .notAuthorized(toPerform: FederatedRequest.webIdentityAction) }
        return (arn, role)
    }
}
