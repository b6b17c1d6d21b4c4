// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseAccess
import GatehouseCore
package import GatehouseWire

extension SecurityTokensService {
    /// Issues temporary credentials with a name of their own, for a person that the user's program has authenticated.
    ///
    /// They permit what both the user and the policies of the request permit; without such policies nothing.
    /// - Throws: `AccessDenied` for a caller with temporary credentials or without the permission,
    ///   `MalformedPolicyDocument`, `PackedPolicyTooLarge`, `ValidationError`.
    package func getFederationToken(
        _ request: GetFederationTokenRequest
    ) async throws(ServiceFault) -> GetFederationTokenResponse {
        let user = try signingUser(calling: "GetFederationToken", as: .federated)
        let account = tokens.deployment.accountID
        let arn = "arn:aws:sts::\(account):federated-user/\(request.name)"
        let tags = try SessionTags(request.tags, transitive: nil, of: context.principal)
        try await tokens.authority.permit(
            "sts:GetFederationToken", on: arn, to: context.principal, from: context.sourceAddress,
            inRegion: context.region, facts: FederatedRequest.tagFacts(tags.tags, transitive: []))
        if !tags.tags.isEmpty {
            try await tokens.authority.refuseDenied(
                FederatedRequest.tagAction, on: arn, to: context.principal, from: context.sourceAddress,
                inRegion: context.region, facts: FederatedRequest.tagFacts(tags.tags, transitive: []))
        }
        let policies = try await SessionPolicies(request.policy, request.policyArns, authority: tokens.authority)
        let session = UserSession(
            .federated, userName: user.userName, arn: arn, id: "\(account):\(request.name)",
            isAdministrator: user.isAdministrator, principalTags: tags.tags,
            scope: SessionScope(policy: policies.policy, policyARNs: policies.arns))
        return GetFederationTokenResponse(
            credentials: try tokens.vendor.vend(
                for: .user(session), lifetime: Self.lifetime(request.durationSeconds, of: session)),
            federatedUser: FederatedUser(federatedUserId: session.id, arn: arn),
            packedPolicySize: policies.packedSize(tags: tags.tags))
    }
}
