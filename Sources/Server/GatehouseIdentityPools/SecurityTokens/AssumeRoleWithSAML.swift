// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseFederation
package import GatehouseWire

extension SecurityTokens {
    static let samlAction = "sts:AssumeRoleWithSAML"

    /// Issues temporary credentials of a role for the assertion of a registered SAML provider.
    ///
    /// The assertion must grant the role, and the role's trust policy must allow the provider.
    /// - Throws: `InvalidIdentityToken`, `AccessDenied`, `ValidationError`, `MalformedPolicyDocument`,
    ///   `PackedPolicyTooLarge`.
    package func assumeRoleWithSAML(
        _ request: AssumeRoleWithSAMLRequest
    ) async throws(ServiceFault) -> AssumeRoleWithSAMLResponse {
        let login = try await verifiedLogin(request)
        let details: SAMLSessionRequest
        do { details = try SAMLSessionRequest(login.assertion) } catch { throw .invalidAssertion(error) }
        let trust = RoleTrust(authority: pools.authority)
        let offered = login.assertion.roles(of: login.provider)
        guard offered.contains(where: { $0.utf8.elementsEqual(request.roleArn.utf8) }),
            let arn = RoleARN(request.roleArn), case .registered(let role) = try await trust.standing(of: arn)
        else { throw .notAuthorized(toPerform: Self.samlAction) }
        var facts = RoleTrust.tagFacts(details.tags, transitive: details.transitiveTagKeys)
        for (key, values) in login.assertion.trustKeys(of: login.provider) { facts[ContextKey(key)] = values }
        facts["sts:RoleSessionName"] = [details.name]
        facts["sts:SourceIdentity"] = details.sourceIdentity.map { [$0] }
        var actions = [Self.samlAction]
        if !details.tags.isEmpty { actions.append(RoleTrust.tagAction) }
        if details.sourceIdentity != nil { actions.append("sts:SetSourceIdentity") }
        for action in actions {
            let decision = trust.decision(
                of: role, on: action, by: login.provider.arn, from: context.sourceAddress, facts: facts)
            guard decision == .allowed else { throw .notAuthorized(toPerform: action) }
        }
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
        let logins = SAMLLogins(
            access: pools.access, metadata: pools.samlMetadata, deployment: pools.deployment, clock: pools.clock)
        do throws(ServiceFault) {
            return try await logins.verify(request.samlAssertion, ofProvider: request.principalArn)
        } catch {
            throw error.asInvalidToken
        }
    }

    /// The seconds until a moment; 0 if it has passed.
    private func remaining(_ end: Date?) -> Int? {
        end.map { max(0, Int($0.timeIntervalSince(pools.clock.now).rounded(.down))) }
    }
}

extension ServiceFault {
    fileprivate static func invalidAssertion(_ fault: SAMLFault) -> ServiceFault {
        ServiceFault("InvalidIdentityToken", fault.text)
    }

    /// The fault of a login in the terms of sts.
    fileprivate var asInvalidToken: ServiceFault {
        let prefix = "Invalid login token. "
        guard code == .notAuthorized else { return self }
        let text = message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
        return ServiceFault("InvalidIdentityToken", text, cause: cause)
    }
}
