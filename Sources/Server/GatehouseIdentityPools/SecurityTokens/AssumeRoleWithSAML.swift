// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseFederation
package import GatehouseWire

extension SecurityTokens {
    /// Issues temporary credentials of a role for the assertion of a registered SAML provider.
    ///
    /// The assertion must offer the role, and the role's trust policy must allow the provider.
    /// - Throws: `InvalidIdentityToken`, `ExpiredTokenException`, `IDPRejectedClaim` for a response about a failed
    ///   sign-in, `AccessDenied` without a subject, an offered role or trust, `ValidationError`,
    ///   `MalformedPolicyDocument`, `PackedPolicyTooLarge`.
    package func assumeRoleWithSAML(
        _ request: AssumeRoleWithSAMLRequest
    ) async throws(ServiceFault) -> AssumeRoleWithSAMLResponse {
        let login = try await verifiedLogin(request)
        let details: SAMLSessionRequest
        do { details = try SAMLSessionRequest(login.assertion) } catch { throw .refusedAssertion(error) }
        let trust = RoleTrust(authority: pools.authority)
        let offered = login.assertion.roles(of: login.provider)
        guard offered.contains(where: { $0.utf8.elementsEqual(request.roleArn.utf8) }),
            let arn = RoleARN(request.roleArn), case .registered(let role) = try await trust.standing(of: arn)
        else { throw .notAuthorized(toPerform: FederatedRequest.samlAction) }
        let refused = trust.refusedAction(
            of: FederatedRequest(login, session: details), on: role, from: context.sourceAddress)
        if let refused { throw .notAuthorized(toPerform: refused) }
        let longest = [details.maximumDuration, remaining(login.assertion.sessionEnd)].compactMap(\.self).min()
        let lifetime = try lifetime(request.durationSeconds, of: role, longest: longest ?? .max)
        let policies = try await SessionPolicies(request.policy, request.policyArns, authority: pools.authority)
        let session = RoleSession(
            roleID: PrincipalID.role(arn, by: pools.sealer), roleARN: arn.text, name: details.name, identityID: nil,
            identityPoolID: nil, authenticationMethods: [], principalTags: details.tags,
            scope: SessionScope(
                policy: policies.policy, policyARNs: policies.arns, sourceIdentity: details.sourceIdentity,
                transitiveTagKeys: details.transitiveTagKeys))
        return AssumeRoleWithSAMLResponse(
            credentials: pools.vendor.vend(for: .role(session), lifetime: TimeInterval(lifetime)),
            assumedRoleUser: assumedUser(session, arn), packedPolicySize: policies.packedSize(tags: details.tags),
            subject: login.assertion.nameID, subjectType: login.assertion.subjectType, issuer: login.assertion.issuer,
            audience: login.assertion.recipient, nameQualifier: login.provider.nameQualifier,
            sourceIdentity: details.sourceIdentity)
    }

    private func verifiedLogin(_ request: AssumeRoleWithSAMLRequest) async throws(ServiceFault) -> SAMLLogin {
        do {
            return try await pools.samlLogins.verify(request.samlAssertion, ofProvider: request.principalArn)
        } catch {
            throw .refusedAssertion(error)
        }
    }

    /// The seconds until a moment; 0 if it has passed.
    private func remaining(_ end: Date?) -> Int? {
        end.map { max(0, Int($0.timeIntervalSince(pools.clock.now).rounded(.down))) }
    }
}
