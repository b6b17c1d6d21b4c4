// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import Foundation
import GatehouseAccounts
import GatehouseCore
package import GatehouseGateway
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

    /// Writes the configuration files of the first client into a folder, and those of the client for the pages into its
    /// folder `pages`.
    /// - Throws: `StartupRefusal` when they cannot be written.
    package func writeFiles(in folder: URL) async throws(StartupRefusal) -> [DevelopmentFiles.File] {
        let first = try await configurations(of: resources.userPoolClientID)
        var files = try DevelopmentFiles.write(first, in: folder, dataFolder: self.folder)
        if let client = resources.pageClientID, await exists(client) {
            files += try DevelopmentFiles.write(
                try await configurations(of: client), in: folder.appendingPathComponent("pages", isDirectory: true),
                dataFolder: self.folder)
        }
        return files
    }

    private func configurations(of client: String) async throws(StartupRefusal) -> ClientConfigurations {
        try await ClientConfigurations.read(
            userPool: resources.userPoolID, client: client, identityPool: resources.identityPoolID,
            from: installation, allowsInsecure: true)
    }

    private func exists(_ client: String) async -> Bool {
        (try? await installation.userPools.read { try $0.appClient(client) }) != nil
    }

    /// The address of the login page of the client for the pages; `nil` if the client or the domain was deleted.
    /// - Throws: `StartupRefusal` when the store cannot be read.
    package func loginPage() async throws(StartupRefusal) -> String? {
        guard let client = resources.pageClientID else { return nil }
        do {
            return try await installation.userPools.read { [deployment = installation.deployment] store in
                guard let client = try store.appClient(client), let pool = try store.userPool(client.poolID) else {
                    return nil
                }
                return deployment.loginPage(of: client, in: pool)
            }
        } catch {
            throw StartupRefusal(
                .unavailable, "The client for the pages cannot be read: \(error). \(Cure.text(for: error))")
        }
    }

    /// The name of the prefix domain on whose pages the users of an app client sign in; `nil` without one, and for a client
    /// with a secret.
    /// - Throws: the error of the store.
    package func domain(ofClient id: String) async throws -> String? {
        guard !id.utf8.contains(0) else { return nil }
        return try await installation.userPools.read { store in
            guard let client = try store.appClient(id), client.secrets.isEmpty else { return nil }
            return try store.userPool(client.poolID)?.description.domain
        }
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
            folder: folder.standardizedFileURL.path, administrator: administrator,
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
        let clients = try await installation.userPools.read { [deployment = installation.deployment] store in
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

extension Deployment {
    /// The address of the login page for a client; `nil` for a client or a pool without pages.
    ///
    /// If the client has the server's own redirect URI, the sign-in ends there; otherwise at the default one, or the first.
    func loginPage(of client: AppClientRecord, in pool: UserPoolRecord) -> String? {
        let description = client.description
        let flows = description.allowedOAuthFlows ?? []
        guard description.allowedOAuthFlowsUserPoolClient == true, flows.contains(.code) || flows.contains(.implicit),
            let pages = pool.description.domain.map({ address(ofDomain: $0, .prefix) }) ?? pagesAddress(of: pool),
            let callbacks = description.callbackURLs, let first = callbacks.first
        else { return nil }
        let own = callbacks.first { $0 == SignedInPage.address(self) }
        let query = FormFields.text([
            ("client_id", client.id), ("response_type", flows.contains(.code) ? "code" : "token"),
            ("redirect_uri", own ?? description.defaultRedirectURI ?? first), ("state", client.id),
        ])
        return "\(pages)/login?\(query)"
    }
}
