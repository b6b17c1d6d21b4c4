// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import Foundation
import GatehouseClientFiles
import GatehouseCore
import GatehouseDevelopmentPages
import GatehouseGateway
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The sign-in pages of the server, and the files with which apps find them.
extension Development {
    /// Writes the configuration files: of the first client into a folder, of the client for the pages into its subfolder
    /// `pages`.
    /// - Throws: `StartupRefusal` when they cannot be written.
    package func writeFiles(in folder: URL) async throws(StartupRefusal) -> [DevelopmentFiles.File] {
        let first = try await configurations(of: resources.userPoolClientID)
        var files = try DevelopmentFiles.write(first, in: folder, dataFolder: self.folder)
        if let client = try await pageClient()?.client {
            files += try DevelopmentFiles.write(
                try await configurations(of: client.id), in: folder.appendingPathComponent("pages", isDirectory: true),
                dataFolder: self.folder)
        }
        return files
    }

    private func configurations(of client: String) async throws(StartupRefusal) -> ClientFiles {
        try await ClientConfigurations.read(
            userPool: resources.userPoolID, client: client, identityPool: resources.identityPoolID,
            from: installation, allowsInsecure: true, api: api?.forClients)
    }

    /// The address of the login page of the client for the pages; `nil` if the client or the domain was deleted.
    /// - Throws: `StartupRefusal` when the store cannot be read.
    package func loginPage() async throws(StartupRefusal) -> String? {
        try await pageClient().flatMap { installation.deployment.loginPage(of: $0.client, in: $0.pool) }
    }

    /// The client for the pages with its pool; `nil` if the client was deleted.
    private func pageClient() async throws(StartupRefusal) -> (client: AppClientRecord, pool: UserPoolRecord)? {
        guard let id = resources.pageClientID else { return nil }
        do {
            return try await installation.userPools.records.read { store in
                guard let client = try store.appClient(id), let pool = try store.userPool(client.poolID) else {
                    return nil
                }
                return (client, pool)
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
        return try await installation.userPools.records.read { store in
            guard let client = try store.appClient(id), client.secrets.isEmpty else { return nil }
            return try store.userPool(client.poolID)?.description.domain
        }
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
