// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseServerCrypto
package import GatehouseWire

extension SecurityTokens {
    /// Issues temporary credentials of a role to an identity of an identity pool, for the token of `GetOpenIdToken` or
    /// `GetOpenIdTokenForDeveloperIdentity` (the classic flow).
    /// - Throws: `InvalidIdentityToken`, `ExpiredTokenException`, `AccessDenied` if the role is not registered or its
    ///   trust policy does not allow the identity, `ValidationError`, `MalformedPolicyDocument`,
    ///   `PackedPolicyTooLarge`.
    package func assumeRoleWithWebIdentity(
        _ request: AssumeRoleWithWebIdentityRequest
    ) async throws(ServiceFault) -> AssumeRoleWithWebIdentityResponse {
        let token = try await verifiedToken(request.webIdentityToken)
        let trust = RoleTrust(authority: pools.authority)
        // The client names the role here, so a role that is not registered is never accepted.
        guard let arn = RoleARN(request.roleArn), case .registered(let role) = try await trust.standing(of: arn) else {
            throw .notAuthorized(toPerform: RoleTrust.webIdentityAction)
        }
        let policies = try await SessionPolicies(request.policy, request.policyArns, authority: pools.authority)
        let session = RoleSession(
            roleID: PrincipalID.role(arn, by: pools.sealer), roleARN: arn.text, name: request.roleSessionName,
            identityID: token.identityID, identityPoolID: token.poolID,
            authenticationMethods: token.authenticationMethods, principalTags: token.principalTags,
            scope: SessionScope(policy: policies.policy, policyARNs: policies.arns))
        guard try await trust.admits(session, to: arn, from: context.sourceAddress) else {
            throw .notAuthorized(toPerform: RoleTrust.webIdentityAction)
        }
        let lifetime = try lifetime(request.durationSeconds, of: role)
        return AssumeRoleWithWebIdentityResponse(
            credentials: pools.vendor.vend(for: .role(session), lifetime: TimeInterval(lifetime)),
            subjectFromWebIdentityToken: token.identityID, assumedRoleUser: assumedUser(session, arn),
            packedPolicySize: policies.packedSize(tags: token.principalTags),
            provider: LoginProvider.cognitoIdentity, audience: token.poolID)
    }

    /// A token of this server's identity pools whose identity exists and is not disabled.
    private func verifiedToken(_ text: String) async throws(ServiceFault) -> IdentityToken {
        guard let token = try await pools.tokens.verified(text) else { throw refusal(of: text) }
        let isCurrent = try await ServiceFault.translating {
            try await pools.store.read { store in
                guard let identity = try store.identity(token.identityID), identity.poolID == token.poolID,
                    identity.state != .disabled
                else { return false }
                return try store.identityPool(token.poolID) != nil
            }
        }
        guard isCurrent else { throw ServiceFault("InvalidIdentityToken", "The identity of the token does not exist") }
        return token
    }

    /// The fault for a token that is not valid; its claims are read without verification.
    private func refusal(of text: String) -> ServiceFault {
        guard let payload = try? UnverifiedJWS(text).payload, let claims = try? WireValue(foreignJSON: payload),
            let issuer = claims["iss"]?.stringValue
        else {
            return ServiceFault(
                "InvalidIdentityToken",
                "The ID Token provided is not a valid JWT. (You may see this error if you sent an Access Token)")
        }
        guard issuer == pools.deployment.identityTokenIssuer else {
            return ServiceFault(
                "InvalidIdentityToken", "No OpenIDConnect provider found in your account for \(issuer)")
        }
        let now = Int64(pools.clock.now.timeIntervalSince1970)
        if let expiry = claims["exp"]?.integerValue, expiry <= now {
            return ServiceFault(
                "ExpiredTokenException",
                "Token expired: current date/time \(now) must be before the expiration date/time \(expiry)")
        }
        return ServiceFault(
            "InvalidIdentityToken",
            "Couldn't retrieve verification key from your identity provider, please reference "
                + "AssumeRoleWithWebIdentity documentation for requirements")
    }
}
