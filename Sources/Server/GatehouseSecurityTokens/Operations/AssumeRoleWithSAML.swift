// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseFederation
package import GatehouseWire

extension SecurityTokensService {
    /// Issues temporary credentials of a role for the assertion of a registered SAML provider.
    ///
    /// The assertion must offer the role, and the role's trust policy must allow the provider.
    /// - Throws: `InvalidIdentityToken`, `ExpiredTokenException`, `IDPRejectedClaim` for a response about a failed
    ///   sign-in, `AccessDenied` without a subject, an offered role or trust, `ValidationError` also for an ARN of
    ///   something else than a role, `MalformedPolicyDocument`, `PackedPolicyTooLarge`.
    package func assumeRoleWithSAML(
        _ request: AssumeRoleWithSAMLRequest
    ) async throws(ServiceFault) -> AssumeRoleWithSAMLResponse {
        guard let arn = RoleARN(request.roleArn) else { throw .invalidRoleARN }
        let login = try await verifiedLogin(request)
        let details: SAMLSessionRequest
        do { details = try SAMLSessionRequest(login.assertion) } catch { throw .refusedAssertion(error) }
        let trust = RoleTrust(authority: tokens.authority)
        let federated = FederatedRequest(login, session: details)
        func refused(_ cause: RefusedAccess.Cause) -> ServiceFault {
            let action = FederatedRequest.samlAction
            return .notAuthorized(
                toPerform: action, cause: RefusedAccess(cause, federated.attempt(to: action, on: arn.text)))
        }
        let offered = login.assertion.roles(of: login.provider)
        guard offered.contains(where: { $0.utf8.elementsEqual(arn.text.utf8) }) else { throw refused(.roleNotOffered) }
        guard case .registered(let role) = try await trust.standing(of: arn) else { throw refused(.roleNotRegistered) }
        let refusal = trust.refusal(of: federated, on: role, from: context.sourceAddress, inRegion: context.region)
        if let refusal {
            throw .notAuthorized(toPerform: refusal.attempt.action ?? FederatedRequest.samlAction, cause: refusal)
        }
        let longest = [details.maximumDuration, remaining(login.assertion.sessionEnd)].compactMap(\.self).min()
        let lifetime = try lifetime(
            request.durationSeconds, within: role.maximumSession, longest: longest ?? .max)
        let policies = try await SessionPolicies(request.policy, request.policyArns, authority: tokens.authority)
        let session = RoleSession(
            roleID: PrincipalID.role(arn, by: tokens.sealer), roleARN: arn.text, name: details.name, identityID: nil,
            identityPoolID: nil, authenticationMethods: [], principalTags: details.tags,
            scope: SessionScope(
                policy: policies.policy, policyARNs: policies.arns, sourceIdentity: details.sourceIdentity,
                transitiveTagKeys: details.transitiveTagKeys))
        return AssumeRoleWithSAMLResponse(
            credentials: try tokens.vendor.vend(for: .role(session), lifetime: TimeInterval(lifetime)),
            assumedRoleUser: assumedUser(session, arn), packedPolicySize: policies.packedSize(tags: details.tags),
            subject: login.assertion.nameID, subjectType: login.assertion.subjectType, issuer: login.assertion.issuer,
            audience: login.assertion.recipient, nameQualifier: login.provider.nameQualifier,
            sourceIdentity: details.sourceIdentity)
    }

    private func verifiedLogin(_ request: AssumeRoleWithSAMLRequest) async throws(ServiceFault) -> SAMLLogin {
        do {
            return try await tokens.samlLogins.verify(request.samlAssertion, ofProvider: request.principalArn)
        } catch {
            throw .refusedAssertion(error)
        }
    }

    /// The seconds until a moment; 0 if it has passed.
    private func remaining(_ end: Date?) -> Int? {
        end.map { max(0, Int($0.timeIntervalSince(tokens.clock.now).rounded(.down))) }
    }
}
