// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
package import GatehouseDevelopmentPages
import GatehouseGateway
import GatehouseOutbound
import GatehouseOutput
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// What the developer sees of the server.
extension Development {
    private static let poolsShown = 20
    private static let usersShown = 20
    private static let messagesShown = 5

    /// The current contents of the server.
    /// - Throws: `ServiceFault` when the store cannot be read.
    package func overview() async throws -> DevelopmentOverview {
        let service = installation.userPools.service(
            for: .development(inRegion: installation.deployment.defaultRegion))
        var ids = [resources.userPoolID]
        ids += try await installation.userPools.records.poolIDs().filter { $0 != resources.userPoolID }
        var pools: [DevelopmentOverview.Pool] = []
        for id in ids.prefix(Self.poolsShown) {
            do throws(ServiceFault) {
                pools.append(try await pool(id, service))
            } catch {
                // A pool may be deleted while the overview is created.
                guard error.code == .resourceNotFound else { throw error }
            }
        }
        return DevelopmentOverview(
            version: Release.version, baseURL: installation.deployment.baseURL,
            region: installation.deployment.defaultRegion,
            first: (resources.userPoolID, resources.userPoolClientID, resources.identityPoolID),
            api: api.map { DevelopmentOverview.API(id: $0.id, endpoint: $0.endpoint) },
            folder: folder.standardizedFileURL.path,
            triggersFile: triggersFile.map { URL(fileURLWithPath: $0).standardizedFileURL.path },
            administrator: administrator,
            needsKey: installation.gateway.settings.developerKey != nil,
            showsMetrics: installation.showsMetrics, pools: pools,
            messages: Array((installation.outbox?.messages() ?? []).prefix(Self.messagesShown)))
    }

    private func pool(
        _ id: String, _ service: UserPoolsService
    ) async throws(ServiceFault) -> DevelopmentOverview.Pool {
        let pool = try await service.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool
        let listed = try await service.listUserPoolClients(
            ListUserPoolClientsRequest(userPoolId: id, maxResults: Self.usersShown))
        let clientIDs = (listed.userPoolClients ?? []).compactMap(\.clientId)
        let clients = try await installation.userPools.records.read { [deployment = installation.deployment] store in
            let pool = try store.userPool(id)
            return try clientIDs.compactMap { try store.appClient($0) }.map { client in
                DevelopmentOverview.Client(
                    id: client.id, name: client.description.clientName ?? "",
                    loginPage: pool.flatMap { deployment.loginPage(of: client, in: $0) })
            }
        }
        let providers = try await service.listIdentityProviders(
            ListIdentityProvidersRequest(userPoolId: id, maxResults: Self.usersShown))
        let users = try await service.listUsers(ListUsersRequest(userPoolId: id, limit: Self.usersShown))
        let deployment = installation.deployment
        return DevelopmentOverview.Pool(
            id: id, name: pool?.name ?? "", numberOfUsers: pool?.estimatedNumberOfUsers ?? 0,
            domains: [
                pool?.domain.map { deployment.address(ofDomain: $0, .prefix) },
                pool?.customDomain.map { deployment.address(ofDomain: $0, .custom) },
            ].compactMap(\.self),
            providers: providers.providers.map { ($0.providerName ?? "", $0.providerType?.rawValue ?? "") },
            clients: clients,
            users: (users.users ?? []).map { user in
                DevelopmentOverview.User(
                    username: user.username ?? "", status: user.userStatus?.rawValue ?? "",
                    isEnabled: user.enabled ?? true,
                    email: user.attributes?.first { $0.name == "email" }?.value)
            })
    }
}
