// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import Foundation
import GatehouseAccounts
import GatehouseCore
package import GatehouseGateway
import GatehouseOutbound
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Synchronization

/// The additional functions of `gatehouse dev`: the resources of the first start, the seed, the overview and the reset.
package final class Development: Sendable {
    private static let poolsShown = 20
    private static let usersShown = 20
    private static let messagesShown = 5

    /// The resources of the first start.
    package let resources: DevelopmentResources
    /// The numbers of resources that the seed created and found at this start; `nil` without a seed.
    package let seeding: SeedReport?
    private let installation: Installation
    private let wipe: @Sendable () async throws -> Void
    private let folder: URL
    private let seed: Seed?
    private let administrator: String?
    private let isResetting = Mutex(false)

    /// Completes an interrupted reset of an earlier process, creates the resources of the first start if they do not
    /// exist yet, then applies the seed.
    ///
    /// `administrator` is the access key id of administrators, `nil` if any key is accepted; `wipe` deletes all rows of
    /// the database.
    /// - Throws: `StartupRefusal` with the corrective action.
    package init(
        _ installation: Installation, folder: URL, seed: Seed?, administrator: String?,
        wipe: @escaping @Sendable () async throws -> Void
    ) async throws(StartupRefusal) {
        self.installation = installation
        self.folder = folder
        self.seed = seed
        self.administrator = administrator
        self.wipe = wipe
        let start = FirstStart(installation, folder: folder)
        if try await start.finishReset(wipe: wipe) { installation.outbox?.removeAll() }
        resources = try await start.resources()
        do throws(SeedFailure) {
            seeding = try await seed?.apply(to: installation)
        } catch {
            throw StartupRefusal(.configuration, "\(error). Correct the file that --seed names.")
        }
    }

    /// Resets the server to the state of the first start: the first pool, client and identity pool keep their ids and
    /// get their first settings again, the seed is applied again, and everything else is deleted.
    ///
    /// If the process ends during a reset, the next start completes it, with the same ids.
    /// - Returns: `false` if another reset is running.
    /// - Throws: an error when the database cannot be used or the seed cannot be applied.
    package func reset() async throws -> Bool {
        let isFirst = isResetting.withLock { isResetting in
            defer { isResetting = true }
            return !isResetting
        }
        guard isFirst else { return false }
        defer { isResetting.withLock { $0 = false } }
        try await FirstStart(installation, folder: folder).reset(resources, wipe: wipe)
        _ = try await seed?.apply(to: installation)
        installation.outbox?.removeAll()
        return true
    }

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
                pools.append(try await Self.pool(id, service))
            } catch {
                // A pool may be deleted while the overview is created.
                guard error.code == .resourceNotFound else { throw error }
            }
        }
        return DevelopmentOverview(
            version: ServerVersion.text, baseURL: installation.deployment.baseURL,
            region: installation.deployment.defaultRegion,
            first: (resources.userPoolID, resources.userPoolClientID, resources.identityPoolID),
            folder: folder.standardizedFileURL.path, administrator: administrator,
            needsKey: installation.gateway.settings.developerKey != nil,
            showsMetrics: installation.showsMetrics, pools: pools,
            messages: Array((installation.outbox?.messages() ?? []).prefix(Self.messagesShown)))
    }

    private static func pool(
        _ id: String, _ service: UserPoolsService
    ) async throws(ServiceFault) -> DevelopmentOverview.Pool {
        let pool = try await service.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool
        let clients = try await service.listUserPoolClients(
            ListUserPoolClientsRequest(userPoolId: id, maxResults: usersShown))
        let users = try await service.listUsers(ListUsersRequest(userPoolId: id, limit: usersShown))
        return DevelopmentOverview.Pool(
            id: id, name: pool?.name ?? "", numberOfUsers: pool?.estimatedNumberOfUsers ?? 0,
            clients: (clients.userPoolClients ?? []).map {
                DevelopmentOverview.Client(id: $0.clientId ?? "", name: $0.clientName ?? "")
            },
            users: (users.users ?? []).map { user in
                DevelopmentOverview.User(
                    username: user.username ?? "", status: user.userStatus?.rawValue ?? "",
                    isEnabled: user.enabled ?? true,
                    email: user.attributes?.first { $0.name == "email" }?.value)
            })
    }
}
