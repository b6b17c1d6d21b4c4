// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseAccess
package import GatehouseCore
import GatehouseServerCrypto
package import GatehouseWire

/// Decides by the registry's policies about the requests of role sessions and registered users.
package struct AccessAuthority: Sendable {
    /// The action of a request that gives a service a role.
    package static let passAction = "iam:PassRole"

    let access: any AccessStore
    let deployment: Deployment
    let clock: WallClock

    /// Whether policies permit an action, such as `cognito-idp:AdminGetUser`, of a request that is signed for a region; an
    /// administrator may do everything, an unsigned request nothing.
    /// - Throws: the fault of a failing store.
    func verdict(
        on action: String, resource: String, by principal: Principal, from sourceAddress: String,
        inRegion region: String, facts: [ContextKey: [String]] = [:], tags: RequestTags? = nil
    ) async throws(ServiceFault) -> AccessVerdict {
        let grants = try await grants(of: principal)
        var facts = facts
        if let tags {
            facts.merge(tags.facts) { $1 }
            if grants.comparesResourceTags {
                facts.merge(Self.tags(try await tags.ofResource(), prefix: "aws:ResourceTag/")) { $1 }
            }
        }
        let context = context(of: principal, sourceAddress: sourceAddress, region: region, facts: facts)
        return grants.verdict(on: AccessRequest(action: action, resource: resource, context: context))
    }

    /// Whether policies permit a principal to pass a role to a service, such as `cognito-idp.amazonaws.com`, in a request
    /// that is signed for a region; services refuse it with codes of their own.
    /// - Throws: the fault of a failing store.
    package func verdictOnPassing(
        _ role: String, toService service: String, by principal: Principal, from sourceAddress: String,
        inRegion region: String
    ) async throws(ServiceFault) -> AccessVerdict {
        try await verdict(
            on: Self.passAction, resource: role, by: principal, from: sourceAddress, inRegion: region,
            facts: ["iam:PassedToService": [service]], tags: tags(ofRole: role))
    }

    /// The tags of a registered role, which conditions compare; none for another text.
    private func tags(ofRole arn: String) -> RequestTags {
        RequestTags { () async throws(ServiceFault) in
            guard let role = RoleARN(arn),
                case .registered(let entry) = try await RoleTrust(authority: self).standing(of: role)
            else { return [:] }
            return entry.tags.texts
        }
    }

    /// Checks that policies permit an action of a request that is signed for a region.
    /// - Throws: `AccessDeniedException` with the reason, or the fault of a failing store.
    package func permit(
        _ action: String, on resource: String, to principal: Principal, from sourceAddress: String,
        inRegion region: String, tags: RequestTags? = nil
    ) async throws(ServiceFault) {
        let verdict = try await verdict(
            on: action, resource: resource, by: principal, from: sourceAddress, inRegion: region, tags: tags)
        try check(verdict, on: action, resource: resource, by: principal)
    }

    /// Checks that no policy denies an action on a resource without a permission of its own, such as the pool of an
    /// identity in a request that names no pool.
    /// - Throws: `AccessDeniedException` for a Deny, or the fault of a failing store.
    package func refuseDenied(
        _ action: String, on resource: String, to principal: Principal, from sourceAddress: String,
        inRegion region: String, tags: RequestTags
    ) async throws(ServiceFault) {
        try await refuseDenied(
            action, on: resource, to: principal, from: sourceAddress, inRegion: region, facts: [:], tags: tags)
    }

    /// Checks as ``refuseDenied(_:on:to:from:inRegion:tags:)`` does, with values of its own for conditions.
    /// - Throws: `AccessDeniedException` for a Deny, or the fault of a failing store.
    func refuseDenied(
        _ action: String, on resource: String, to principal: Principal, from sourceAddress: String,
        inRegion region: String, facts: [ContextKey: [String]], tags: RequestTags? = nil
    ) async throws(ServiceFault) {
        let verdict = try await verdict(
            on: action, resource: resource, by: principal, from: sourceAddress, inRegion: region, facts: facts,
            tags: tags)
        guard case .denied(let refusal) = verdict, refusal.isExplicit else { return }
        try check(verdict, on: action, resource: resource, by: principal)
    }

    /// Checks that policies permit an action with values of its own for conditions.
    /// - Throws: `AccessDeniedException` with the reason, or the fault of a failing store.
    func permit(
        _ action: String, on resource: String, to principal: Principal, from sourceAddress: String,
        inRegion region: String, facts: [ContextKey: [String]]
    ) async throws(ServiceFault) {
        let verdict = try await verdict(
            on: action, resource: resource, by: principal, from: sourceAddress, inRegion: region, facts: facts)
        try check(verdict, on: action, resource: resource, by: principal)
    }

    /// Checks that policies permit a principal to pass a role, as
    /// ``verdictOnPassing(_:toService:by:from:inRegion:)`` says it.
    /// - Throws: `AccessDeniedException` with the reason, or the fault of a failing store.
    package func permitPassing(
        _ role: String, toService service: String, by principal: Principal, from sourceAddress: String,
        inRegion region: String
    ) async throws(ServiceFault) {
        let verdict = try await verdictOnPassing(
            role, toService: service, by: principal, from: sourceAddress, inRegion: region)
        try check(verdict, on: Self.passAction, resource: role, by: principal)
    }

    private func check(
        _ verdict: AccessVerdict, on action: String, resource: String, by principal: Principal
    ) throws(ServiceFault) {
        guard case .denied(let refusal) = verdict else { return }
        throw .denied(user: arn(of: principal), action: action, resource: resource, refusal)
    }

    /// The policies of a principal as they are now; the session of a deleted role or user permits nothing, so trust
    /// policies that name it no longer admit its sessions.
    ///
    /// `unmanaged` is what the role of an identity pool's session permits where roles are not managed; nothing without
    /// it.
    func grants(
        of principal: Principal, unmanaged: Grants.Base? = nil
    ) async throws(ServiceFault) -> Grants {
        let account = deployment.accountID
        return try await read { store in
            let base: Grants.Base
            switch try store.standing(of: principal, inAccount: account) {
            case .administrator: base = .everything
            case .user(let user): base = .policies(try store.policies(of: user.permissions))
            case .role(let role): base = .policies(try store.policies(of: role.permissions))
            case .unmanaged:
                guard let unmanaged else { return Grants(.policies([]), session: []) }
                base = unmanaged
            case .missing: return Grants(.policies([]), session: [])
            }
            return Grants(base, session: try store.sessionPolicies(of: principal, inAccount: account))
        }
    }

    /// Whether the user or the role of a session still exists.
    ///
    /// Where roles are not managed, the role of an identity pool's session counts as existing.
    /// - Throws: the fault of a failing store.
    package func exists(_ principal: Principal) async throws(ServiceFault) -> Bool {
        let account = deployment.accountID
        if case .missing = try await read({ try $0.standing(of: principal, inAccount: account) }) { return false }
        return true
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccessReading) throws -> Value
    ) async throws(ServiceFault) -> Value {
        try await ServiceFault.translating { try await access.read(body) }
    }
}

extension AccessReading {
    /// The policies that restrict a principal; `nil` if none does.
    fileprivate func sessionPolicies(of principal: Principal, inAccount account: String) throws -> [Policy]? {
        switch principal {
        case .anonymous, .administrator: return nil
        case .role(let session): return try sessionPolicies(session.scope, inAccount: account)
        case .user(let user):
            // A federated user without a session policy has no permission of the user.
            return try sessionPolicies(user.scope, inAccount: account) ?? (user.kind == .federated ? [] : nil)
        }
    }

    /// The policies of a session; `nil` if none restricts it.
    ///
    /// A session with a deleted policy permits nothing, because the policy may have denied something.
    private func sessionPolicies(_ scope: SessionScope, inAccount account: String) throws -> [Policy]? {
        guard scope.isRestricted else { return nil }
        var policies: [Policy] = []
        if let text = scope.policy { policies.append(try Policy(json: text, for: .identity)) }
        for arn in scope.policyARNs {
            guard let policy = try AWSPolicies.policy(arn) ?? managedPolicy(arn, inAccount: account)?.policy else {
                return []
            }
            policies.append(policy)
        }
        return policies
    }

    /// The policy with an ARN; `nil` for one that is not registered.
    func managedPolicy(_ arn: String, inAccount account: String) throws -> ManagedPolicy? {
        guard let name = arn.split(separator: "/").last.map(String.init),
            let policy = try entry(ManagedPolicy.self, named: name),
            policy.arn(inAccount: account).utf8.elementsEqual(arn.utf8)
        else { return nil }
        return policy
    }
}

/// The tags that conditions compare: of the request, which sets or removes tags, and of its resource.
package struct RequestTags: Sendable {
    private let requested: [String: String]
    private let keys: [String]
    /// Reads the tags of the resource; only policies that compare them need the read.
    let ofResource: @Sendable () async throws(ServiceFault) -> [String: String]

    /// Creates the tags of a request.
    /// - Parameters:
    ///   - requested: the tags that the request sets.
    ///   - removed: the keys of the tags that the request removes.
    ///   - ofResource: reads the tags that the resource has.
    package init(
        requested: [String: String] = [:], removed: [String] = [],
        ofResource: @escaping @Sendable () async throws(ServiceFault) -> [String: String]
    ) {
        self.requested = requested
        keys = requested.keys.sorted() + removed
        self.ofResource = ofResource
    }

    /// `aws:RequestTag/…` and `aws:TagKeys`.
    var facts: [ContextKey: [String]] {
        var facts = AccessAuthority.tags(requested, prefix: "aws:RequestTag/")
        if !keys.isEmpty { facts["aws:TagKeys"] = keys }
        return facts
    }
}

extension AccessAuthority {
    /// The principal's ARN, as messages name it.
    package func arn(of principal: Principal) -> String {
        switch principal {
        case .anonymous: "anonymous"
        case .administrator: "arn:aws:iam::\(deployment.accountID):user/\(User.administratorName)"
        case .role(let session): RoleARN(session.roleARN)?.sessionARN(named: session.name) ?? session.roleARN
        case .user(let user): user.arn
        }
    }

    /// The principal as trust policies name it; a federated user also has the user that signed for it.
    /// - Throws: the fault of a failing store.
    func caller(_ principal: Principal) async throws(ServiceFault) -> AccessCaller {
        let (arn, account) = (arn(of: principal), deployment.accountID)
        switch principal {
        case .role(let session):
            return .aws(arns: [arn, session.roleARN], account: RoleARN(session.roleARN)?.account ?? "")
        case .anonymous: return .aws(arns: [], account: "")
        case .user(let user) where user.kind == .federated && !user.isAdministrator:
            let source = try await read { try $0.entry(User.self, named: user.userName)?.arn(inAccount: account) }
            return .aws(arns: [arn], account: account, source: source)
        case .administrator, .user: return .aws(arns: [arn], account: account)
        }
    }

    /// The values of a request for conditions and variables; the region is the one that the request is for.
    ///
    /// Source: the IAM user guide, "AWS global condition context keys".
    func context(
        of principal: Principal, sourceAddress: String, region: String, facts: [ContextKey: [String]] = [:]
    ) -> AccessContext {
        let now = clock.now
        var values = facts
        values["aws:SourceIp"] = [sourceAddress]
        values["aws:RequestedRegion"] = [region]
        values["aws:CurrentTime"] = [WireTimestamp.iso8601(now)]
        values["aws:EpochTime"] = [String(Int64(now.timeIntervalSince1970))]
        values["aws:SecureTransport"] = [String(deployment.baseURL.hasPrefix("https://"))]
        switch principal {
        case .anonymous: break
        case .administrator:
            values["aws:username"] = [User.administratorName]
            values["aws:PrincipalArn"] = [arn(of: principal)]
            values["aws:PrincipalType"] = ["User"]
        case .role(let session):
            values.merge(Self.facts(session.webIdentity)) { given, _ in given }
            values["aws:userid"] = ["\(session.roleID):\(session.name)"]
            values["aws:PrincipalArn"] = [session.roleARN]
            values["aws:PrincipalType"] = ["AssumedRole"]
            values["cognito-identity.amazonaws.com:sub"] = session.identityID.map { [$0] }
            values["cognito-identity.amazonaws.com:aud"] = session.identityPoolID.map { [$0] }
            values["cognito-identity.amazonaws.com:amr"] = session.authenticationMethods
            values.merge(Self.tags(session.principalTags, prefix: "aws:PrincipalTag/")) { $1 }
            // A session without a source identity may request one, which policies then judge.
            if let source = session.scope.sourceIdentity { values["sts:SourceIdentity"] = [source] }
        case .user(let user):
            if user.kind != .federated { values["aws:username"] = [user.userName] }
            values["aws:userid"] = [user.id]
            values["aws:PrincipalArn"] = [user.arn]
            values["aws:PrincipalType"] = [user.kind == .federated ? "FederatedUser" : "User"]
            values.merge(Self.tags(user.principalTags, prefix: "aws:PrincipalTag/")) { $1 }
        }
        if case .anonymous = principal {} else { values["aws:PrincipalAccount"] = [deployment.accountID] }
        return AccessContext(values)
    }

    /// Values of a context by the texts of their keys.
    static func facts(_ values: [String: [String]]) -> [ContextKey: [String]] {
        Dictionary(values.map { (ContextKey($0.key), $0.value) }) { first, _ in first }
    }

    /// Tags as values of a context; of keys that differ by case only, all values count.
    static func tags(_ tags: [String: String], prefix: String) -> [ContextKey: [String]] {
        let values = tags.sorted { $0.key < $1.key }.map { (ContextKey(prefix + $0.key), [$0.value]) }
        return Dictionary(values, uniquingKeysWith: +)
    }
}
