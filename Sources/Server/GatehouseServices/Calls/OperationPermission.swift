// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccessManagement
import GatehouseCore
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire

/// Checks the permissions of a caller: an administrator may call any operation, the session of a role and a registered
/// user what policies permit.
struct OperationPermission: Sendable {
    let authority: AccessAuthority
    let deployment: Deployment
    let resources: RequestResources

    /// Checks whether a principal may call an operation.
    ///
    /// The operations of sts check their callers themselves: what a role's trust policy allows needs no permission.
    /// - Throws: `AccessDeniedException` with the service's text, or the fault of a failing store.
    func check(
        _ principal: Principal, for route: OperationRoute, _ input: OperationInput, in region: String,
        from sourceAddress: String
    ) async throws(ServiceFault) {
        switch principal {
        case .anonymous, .administrator: return
        case .role, .user: break
        }
        let isOfRegistry = route.service == .accessManagement
        guard route.isSigned, route.service.targetPrefix != nil || isOfRegistry else { return }
        let action = "\(route.service.signingName):\(route.name)"
        let resource =
            isOfRegistry
            ? try await resources.management.resource(of: input.value, members: route.members)
            : resource(of: input, route, in: region)
        try await authority.permit(
            action, on: resource, to: principal, from: sourceAddress, inRegion: region,
            tags: tags(of: input, route, on: resource))
        if resource == "*", let domain = text("Domain", of: input, route) {
            try await refuseDenied(action, onPoolOf: domain, to: principal, in: region, from: sourceAddress)
        }
        // The users of a group get its role from identity pools.
        if let role = text("RoleArn", of: input, route) {
            try await authority.permitPassing(
                role, toService: "\(route.service.signingName).amazonaws.com", by: principal, from: sourceAddress,
                inRegion: region)
        }
    }

    /// Checks that no policy denies the caller an operation on the pool of a domain, which the request does not name.
    private func refuseDenied(
        _ action: String, onPoolOf domain: String, to principal: Principal, in region: String,
        from sourceAddress: String
    ) async throws(ServiceFault) {
        guard domain.utf8.count <= Self.maximumID, let id = try await resources.userPools.pool(ofDomain: domain)
        else { return }
        let place = "\(DeviceKeys.region(ofPool: id)):\(deployment.accountID)"
        let arn = "arn:aws:cognito-idp:\(place):\(PoolKind.userPool.resource(id))"
        let tags = RequestTags { () async throws(ServiceFault) in try await resources.tags(of: arn) }
        try await authority.refuseDenied(
            action, on: arn, to: principal, from: sourceAddress, inRegion: region, tags: tags)
    }

    /// The tags that the request sets or removes, and the tags of its pool.
    private func tags(of input: OperationInput, _ route: OperationRoute, on resource: String) -> RequestTags {
        var requested: [String: String] = [:]
        for member in ["UserPoolTags", "IdentityPoolTags", "Tags"] where route.members.contains(WireName(member)) {
            for (key, value) in input[member]?.objectValue ?? [:] { requested[key.text] = value.stringValue }
            // In the query protocol, tags are a list.
            for tag in input[member]?.arrayValue ?? [] {
                if let key = tag["Key"]?.stringValue { requested[key] = tag["Value"]?.stringValue ?? "" }
            }
        }
        let removed =
            route.members.contains("TagKeys") ? input["TagKeys"]?.arrayValue?.compactMap(\.stringValue) ?? [] : []
        return RequestTags(requested: requested, removed: removed) { () async throws(ServiceFault) in
            try await resources.tags(of: resource)
        }
    }

    /// No resource has a longer id; the operation refuses it.
    private static let maximumID = 256

    /// The ARN of the pool or the project that a request names; `*` for a request without one.
    private func resource(of input: OperationInput, _ route: OperationRoute, in region: String) -> String {
        func id(_ member: String) -> String? {
            text(member, of: input, route).flatMap { $0.utf8.count <= Self.maximumID ? $0 : nil }
        }
        if route.service == .projectRecords, let project = id("AppId") {
            return projectARN(project, environment: id("EnvironmentName"))
        }
        // Project records have one operation on a user pool, which is a resource of its own service.
        let owner: ServiceIdentity = route.service == .projectRecords ? .cognitoIdentityProvider : route.service
        let prefix = "arn:aws:\(owner.signingName):\(region):\(deployment.accountID):"
        if let id = id("UserPoolId") { return prefix + PoolKind.userPool.resource(id) }
        if let id = id("IdentityPoolId") { return prefix + PoolKind.identityPool.resource(id) }
        return id("ResourceArn") ?? "*"
    }

    /// The ARN of a project or of an environment of it.
    ///
    /// It has the server's own region whatever the request is signed for, because a project belongs to no region: so a
    /// `Deny` cannot be avoided with another region.
    private func projectARN(_ id: String, environment: String?) -> String {
        let project = "arn:aws:gatehouse:\(deployment.defaultRegion):\(deployment.accountID):project/\(id)"
        return environment.map { "\(project)/\($0)" } ?? project
    }

    /// The text of a member; `nil` for one that the operation does not have and would ignore, so that no caller can add
    /// a resource on which it is permitted to a request that concerns another one.
    private func text(_ member: String, of input: OperationInput, _ route: OperationRoute) -> String? {
        route.members.contains(WireName(member)) ? input[member]?.stringValue : nil
    }
}

/// Reads what policies compare of the resources of requests; each request has a reference to it.
final class RequestResources: Sendable {
    let userPools: UserPools
    let identityPools: IdentityPools
    let management: AccessManagement

    init(userPools: UserPools, identityPools: IdentityPools, management: AccessManagement) {
        self.userPools = userPools
        self.identityPools = identityPools
        self.management = management
    }

    /// The tags of the pool, or the entry of the registry, that an ARN names; none for another resource and for an unknown
    /// one.
    /// - Throws: the fault of a failing store.
    func tags(of arn: String) async throws(ServiceFault) -> [String: String] {
        let parts = arn.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, let slash = parts[5].firstIndex(of: "/") else { return [:] }
        if parts[2] == "iam" { return try await management.tags(ofResource: arn) }
        let id = String(parts[5][parts[5].index(after: slash)...])
        switch PoolKind(rawValue: String(parts[5][..<slash])) {
        case .userPool: return try await userPools.tags(ofPool: id)
        case .identityPool: return try await identityPools.tags(ofPool: id)
        case nil: return [:]
        }
    }
}

/// The kinds of pools, as ARNs name them.
private enum PoolKind: String {
    case userPool = "userpool"
    case identityPool = "identitypool"

    /// The last part of the ARN of the pool with an id.
    func resource(_ id: String) -> String { "\(rawValue)/\(id)" }
}
