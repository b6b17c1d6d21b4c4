// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseWire

extension AccessAuthority {
    /// The principal's ARN, as messages name it.
    func arn(of principal: Principal) -> String {
        switch principal {
        case .anonymous: "anonymous"
        case .administrator: "arn:aws:iam::\(deployment.accountID):user/\(User.administratorName)"
        case .role(let session): RoleARN(session.roleARN)?.sessionARN(named: session.name) ?? session.roleARN
        case .user(let user): user.arn
        }
    }

    /// The principal as trust policies name it.
    func caller(_ principal: Principal) -> AccessCaller {
        let arn = arn(of: principal)
        return switch principal {
        case .role(let session):
            .aws(arns: [arn, session.roleARN], account: RoleARN(session.roleARN)?.account ?? "")
        case .anonymous: .aws(arns: [], account: "")
        case .administrator, .user: .aws(arns: [arn], account: deployment.accountID)
        }
    }

    /// The values of a request for conditions and variables.
    ///
    /// Source: the IAM user guide, "AWS global condition context keys".
    func context(
        of principal: Principal, sourceAddress: String, facts: [ContextKey: [String]] = [:]
    ) -> AccessContext {
        let now = clock.now
        var values = facts
        values["aws:SourceIp"] = [sourceAddress]
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
            values["aws:userid"] = ["\(session.roleID):\(session.name)"]
            values["aws:PrincipalArn"] = [session.roleARN]
            values["aws:PrincipalType"] = ["AssumedRole"]
            values["cognito-identity.amazonaws.com:sub"] = session.identityID.map { [$0] }
            values["cognito-identity.amazonaws.com:aud"] = session.identityPoolID.map { [$0] }
            if !session.authenticationMethods.isEmpty {
                values["cognito-identity.amazonaws.com:amr"] = session.authenticationMethods
            }
            values.merge(Self.tags(session.principalTags, prefix: "aws:PrincipalTag/")) { $1 }
            values["sts:SourceIdentity"] = session.scope.sourceIdentity.map { [$0] }
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

    /// Tags as values of a context.
    static func tags(_ tags: [String: String], prefix: String) -> [ContextKey: [String]] {
        Dictionary(tags.map { (ContextKey(prefix + $0.key), [$0.value]) }) { first, _ in first }
    }
}
