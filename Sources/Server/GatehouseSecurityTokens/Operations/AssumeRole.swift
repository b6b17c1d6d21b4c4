// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
package import GatehouseWire

extension SecurityTokensService {
    /// The longest session of a role that was assumed with credentials of a role, in seconds.
    static let longestChainedSession = 3_600
    /// The lifetime of a session whose request names none, in seconds; a role that is not registered allows no longer one.
    static let usualSession = 3_600
    static let assumeRoleAction = "sts:AssumeRole"

    /// Issues temporary credentials of a role to a user or to another role's session.
    ///
    /// The trust policy must allow the caller. Where it names the caller's account only, the caller needs the permission
    /// as well. An administrator may assume every registered role.
    /// - Throws: `AccessDenied` if policies do not permit it or the role is not registered, `ValidationError` also for an
    ///   ARN of something else than a role, `MalformedPolicyDocument`, `PackedPolicyTooLarge`.
    package func assumeRole(_ request: AssumeRoleRequest) async throws(ServiceFault) -> AssumeRoleResponse {
        guard context.principal != .anonymous else { throw .stsMissingAuthentication }
        let caller = tokens.authority.arn(of: context.principal)
        let tags = try SessionTags(request.tags, transitive: request.transitiveTagKeys, of: context.principal)
        let source = try sourceIdentity(request.sourceIdentity)
        guard let arn = RoleARN(request.roleArn) else { throw .invalidRoleARN }
        guard case .registered(let role) = try await RoleTrust(authority: tokens.authority).standing(of: arn) else {
            throw .mayNotAssume(request.roleArn, caller: caller, .roleNotRegistered)
        }
        var facts = FederatedRequest.tagFacts(tags.tags, transitive: tags.transitive)
        facts.merge(AccessAuthority.tags(role.tags.texts, prefix: "aws:ResourceTag/")) { $1 }
        facts["sts:RoleSessionName"] = [request.roleSessionName]
        facts["sts:ExternalId"] = request.externalId.map { [$0] }
        facts["sts:SourceIdentity"] = source.map { [$0] }
        var actions = [Self.assumeRoleAction]
        if request.tags?.isEmpty == false { actions.append(FederatedRequest.tagAction) }
        if request.sourceIdentity != nil { actions.append(FederatedRequest.sourceIdentityAction) }
        for action in actions {
            if let cause = try await refusal(of: action, on: role, facts: facts) {
                throw .mayNotAssume(request.roleArn, caller: caller, action: action, cause)
            }
        }
        let lifetime = try lifetime(request.durationSeconds, within: role.maximumSession)
        let policies = try await SessionPolicies(request.policy, request.policyArns, authority: tokens.authority)
        let session = RoleSession(
            roleID: PrincipalID.role(arn, by: tokens.sealer), roleARN: arn.text, name: request.roleSessionName,
            identityID: nil, identityPoolID: nil, authenticationMethods: [], principalTags: tags.tags,
            scope: SessionScope(
                policy: policies.policy, policyARNs: policies.arns, sourceIdentity: source,
                transitiveTagKeys: tags.transitive))
        return AssumeRoleResponse(
            credentials: try tokens.vendor.vend(for: .role(session), lifetime: TimeInterval(lifetime)),
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
    func lifetime(_ requested: Int?, within maximum: Int, longest: Int = .max) throws(ServiceFault) -> Int {
        let isChained = if case .role = context.principal { true } else { false }
        if let requested {
            guard requested <= maximum else { throw .sessionTooLong }
            guard !isChained || requested <= Self.longestChainedSession else { throw .chainedSessionTooLong }
        }
        return min(requested ?? Self.usualSession, maximum, longest)
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

    /// The reason why trust and permissions do not allow the caller an action on a role; `nil` if they do.
    private func refusal(
        of action: String, on role: Role, facts: [ContextKey: [String]]
    ) async throws(ServiceFault) -> RefusedAccess.Cause? {
        if case .administrator = context.principal { return nil }
        let authority = tokens.authority
        let request = AccessRequest(
            action: action, resource: role.arn(inAccount: tokens.deployment.accountID),
            context: authority.context(
                of: context.principal, sourceAddress: context.sourceAddress, region: context.region, facts: facts))
        let caller = try await authority.caller(context.principal)
        let grants = try await authority.grants(of: context.principal)
        let verdict = grants.verdict(on: request)
        if case .denied(let refusal) = verdict, refusal.isExplicit { return refusal.cause }
        // If neither the caller's own policies nor the session's allow the request, the verdict names the caller's own.
        guard grants.sessionAllows(request) else { return .noSessionPolicy }
        if role.trust.decision(on: request, by: caller, acceptsAccount: false) == .allowed { return nil }
        if let cause = role.trust.refusal(of: request, by: caller, acceptsAccount: true) { return cause }
        guard case .denied(let refusal) = verdict else { return nil }
        return refusal.cause
    }
}
