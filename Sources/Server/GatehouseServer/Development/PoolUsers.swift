// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
package import GatehouseDataSite
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// The users of all pools, for the page about data APIs.
package struct PoolUsers: ConsoleUsers {
    /// The most users, and the most groups, that the page lists: a page of the service's lists.
    private static let listed = 60

    private let installation: Installation

    /// Makes the users of an installation.
    package init(_ installation: Installation) { self.installation = installation }

    private var service: UserPoolsService {
        installation.userPools.service(for: .development(inRegion: installation.deployment.defaultRegion))
    }

    package func names(inPool id: String) async throws -> [String] {
        let listed = try await answer { () async throws(ServiceFault) in
            try await service.listUsers(ListUsersRequest(userPoolId: id, limit: Self.listed))
        }
        return (listed?.users ?? []).compactMap(\.username)
    }

    package func groups(inPool id: String) async throws -> [String] {
        let listed = try await answer { () async throws(ServiceFault) in
            try await service.listGroups(ListGroupsRequest(userPoolId: id, limit: Self.listed))
        }
        return (listed?.groups ?? []).compactMap(\.groupName)
    }

    /// The answer to a call; `nil` for a pool that does not exist, because an API may name a deleted one.
    private func answer<Answer>(
        _ call: () async throws(ServiceFault) -> Answer
    ) async throws(ServiceFault) -> Answer? {
        do throws(ServiceFault) {
            return try await call()
        } catch {
            guard error.code == .resourceNotFound else { throw error }
            return nil
        }
    }

    package func user(_ name: String, inPool id: String) async throws -> ConsoleUser? {
        do throws(ServiceFault) {
            let user = try await service.adminGetUser(AdminGetUserRequest(userPoolId: id, username: name))
            let attributes = (user.userAttributes ?? []).compactMap { attribute in
                attribute.value.map { (attribute.name, $0) }
            }
            return ConsoleUser(
                name: user.username, attributes: Dictionary(attributes) { first, _ in first },
                groups: try await groups(of: name, inPool: id))
        } catch {
            guard error.code == .userNotFound || error.code == .resourceNotFound else { throw error }
            return nil
        }
    }

    private func groups(of name: String, inPool id: String) async throws(ServiceFault) -> [String] {
        var groups: [String] = []
        var next: String?
        repeat {
            let listed = try await service.adminListGroupsForUser(
                AdminListGroupsForUserRequest(username: name, userPoolId: id, limit: Self.listed, nextToken: next))
            groups += (listed.groups ?? []).compactMap(\.groupName)
            next = listed.nextToken
        } while next != nil
        return groups
    }
}
