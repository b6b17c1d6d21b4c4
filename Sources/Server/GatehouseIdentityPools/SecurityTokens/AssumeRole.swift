// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
package import GatehouseWire

extension SecurityTokens {
    /// The longest session of a role that was assumed with credentials of a role, in seconds.
    static let longestChainedSession = 3_600
    static let assumeRoleAction = "sts:AssumeRole"

    /// Issues temporary credentials of a role to a user or to another role's session.
    ///
    /// The trust policy must allow the caller. Where it names the caller's account only, the caller needs the permission
    /// as well. An administrator may assume every registered role.
    /// - Throws: `AccessDenied` if policies do not permit it or the role is not registered, `ValidationError`,
    ///   `MalformedPolicyDocument`, `PackedPolicyTooLarge`.
    package func assumeRole(_ request: AssumeRoleRequest) async throws(ServiceFault) -> AssumeRoleResponse {
        guard context.principal != .anonymous else { throw .stsMissingAuthentication }
        let caller = pools.authority.arn(of: context.principal)
        let tags = try SessionTags(request.tags, transitive: request.transitiveTagKeys, of: context.principal)
        let source = try sourceIdentity(request.sourceIdentity)
        guard let arn = RoleARN(request.roleArn),
            case .registered(let role) = try await RoleTrust(authority: pools.authority).standing(of: arn)
        else { throw .mayNotAssume(request.roleArn, caller: caller) }
        var facts = FederatedRequest.tagFacts(tags.tags, transitive: tags.transitive)
        facts["sts:RoleSessionName"] = [request.roleSessionName]
        facts["sts:ExternalId"] = request.externalId.map { [$0] }
        facts["sts:SourceIdentity"] = source.map { [$0] }
        var actions = [Self.assumeRoleAction]
        if request.tags?.isEmpty == false { actions.append(FederatedRequest.tagAction) }
        if request.sourceIdentity != nil { actions.append(FederatedRequest.sourceIdentityAction) }
        for action in actions {
            guard try await permits(action, on: role, facts: facts) else {
                throw .mayNotAssume(request.roleArn, caller: caller, action: action)
            }
        }
        let lifetime = try lifetime(request.durationSeconds, of: role)
        let policies = try await SessionPolicies(request.policy, request.policyArns, authority: pools.authority)
        let session = RoleSession(
            roleID: PrincipalID.role(arn, by: pools.sealer), roleARN: arn.text, name: request.roleSessionName,
            identityID: nil, identityPoolID: nil, authenticationMethods: [], principalTags: tags.tags,
            scope: SessionScope(
                policy: policies.policy, policyARNs: policies.arns, sourceIdentity: source,
                transitiveTagKeys: tags.transitive))
        return AssumeRoleResponse(
            credentials: pools.vendor.vend(for: .role(session), lifetime: TimeInterval(lifetime)),
            assumedRoleUser: assumedUser(session, arn), packedPolicySize: policies.packedSize(tags: tags.tags),
            sourceIdentity: source)
    }

    /// The user of a session in responses.
    func assumedUser(_ session: RoleSession, _ role: RoleARN) -> AssumedRoleUser {
        AssumedRoleUser(
            assumedRoleId: "\(session.roleID):\(session.name)", arn: role.sessionARN(named: session.name))
    }

    /// The lifetime of a role's session in seconds.
    /// - Throws: `ValidationError` for a longer one than the role or role chaining allows.
    func lifetime(_ requested: Int?, of role: Role, longest: Int = .max) throws(ServiceFault) -> Int {
        let isChained = if case .role = context.principal { true } else { false }
        if let requested {
            guard requested <= role.maximumSession else { throw .sessionTooLong }
            guard !isChained || requested <= Self.longestChainedSession else { throw .chainedSessionTooLong }
        }
        return min(requested ?? 3_600, role.maximumSession, longest)
    }

    private func sourceIdentity(_ requested: String?) throws(ServiceFault) -> String? {
        guard case .role(let session) = context.principal, let kept = session.scope.sourceIdentity else {
            return requested
        }
        guard requested == nil || requested == kept else {
            throw .stsValidation("The source identity of a session cannot be changed.")
        }
        return kept
    }

    /// Whether trust and permissions allow the caller an action on a role.
    private func permits(
        _ action: String, on role: Role, facts: [ContextKey: [String]]
    ) async throws(ServiceFault) -> Bool {
        if case .administrator = context.principal { return true }
        let authority = pools.authority
        let request = AccessRequest(
            action: action, resource: role.arn(inAccount: pools.deployment.accountID),
            context: authority.context(of: context.principal, sourceAddress: context.sourceAddress, facts: facts))
        let caller = authority.caller(context.principal)
        let verdict = try await authority.grants(of: context.principal).verdict(on: request)
        if case .denied(let refusal) = verdict, refusal.isExplicit || refusal.source == .session { return false }
        if role.trust.decision(on: request, by: caller, acceptsAccount: false) == .allowed { return true }
        return role.trust.decision(on: request, by: caller, acceptsAccount: true) == .allowed && verdict == .allowed
    }
}
