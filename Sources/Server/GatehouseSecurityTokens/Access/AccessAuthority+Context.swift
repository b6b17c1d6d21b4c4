// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
package import GatehouseCore
import GatehouseWire

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
