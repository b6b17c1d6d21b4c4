// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseServer
import GatehouseStorage

/// How an API resolves changes of the same record, made by several devices.
public enum TestConflictHandling: Sendable, CaseIterable {
    /// The fields of both changes are merged.
    case automerge
    /// The later change is refused, and the app decides.
    case optimistic
}

extension TestGatehouse {
    /// The key of the API of ``serve(schema:conflicts:)``, which is valid for a year.
    package static let dataKey = "da2-abcdefghijklmnopqrstuvwxyz"

    private static let dataID = "abcdefghijklmnopqrstuvwxyz"

    /// Waits until the changes of schemas have ended that run on the server.
    package func finishSchemaChanges() async {
        await installation.dataAdministration.finishSchemaChanges()
    }

    /// Serves a schema with models and rules at `/graphql`.
    ///
    /// The API accepts tokens of ``pool``, its key, and signatures. Another call replaces the schema of the API, whose
    /// records stay.
    ///
    /// - Parameters:
    ///   - schema: the schema.
    ///   - conflicts: how changes of the same record are resolved. DataStore needs it; without it, records have no
    ///     versions.
    /// - Throws: all errors of the schema, or the error of the store.
    public func serve(schema: String, conflicts: TestConflictHandling? = nil) async throws {
        try await serve(schema: schema, conflicts: conflicts, issuers: [])
    }

    /// Serves a schema whose API accepts tokens of issuers of OpenID Connect, too.
    ///
    /// - Parameters:
    ///   - schema: the schema.
    ///   - conflicts: how changes of the same record are resolved; nil for records without versions.
    ///   - issuers: the addresses of the issuers, from which the server must be able to fetch.
    /// - Throws: all errors of the schema, or the error of the store.
    package func serve(schema: String, conflicts: TestConflictHandling?, issuers: [String]) async throws {
        let settings = DataSettings(
            defaultMode: .userPools, additionalModes: [.apiKey, .iam] + (issuers.isEmpty ? [] : [.oidc]),
            conflicts: conflicts.map(ConflictStrategy.init))
        let compiled = try SharedSchemas.compile(schema, settings)
        let former = try await installation.dataAPIs.read { store in try store.api(Self.dataID) }
        var api = StoredAPI(
            id: Self.dataID, name: "test", schema: schema, settings: settings,
            userPools: [UserPoolSource(id: try await pool.id)],
            openIDIssuers: issuers.map { OpenIDSource(issuer: $0) }, isDefault: true,
            createdAt: former?.createdAt ?? clock.now)
        api.revision = former?.revision ?? api.revision
        let key = StoredAPIKey(
            key: Self.dataKey, createdAt: clock.now, expiresAt: clock.now.addingTimeInterval(365 * 86_400))
        _ = try await installation.dataAdministration.serve(api, compiled: compiled, key: key)
    }

    /// The answer of the API to a document, authorized by its key.
    package func data(_ document: String) async throws -> TestResponse {
        let body = try JSONEncoder().encode(["query": document])
        return await send(
            TestRequest(
                method: "POST", path: "/graphql",
                headers: [
                    ("host", "localhost:9229"), ("content-type", "application/json"), ("x-api-key", Self.dataKey),
                ], body: body))
    }
}

extension ConflictStrategy {
    fileprivate init(_ handling: TestConflictHandling) {
        switch handling {
        case .automerge: self = .automerge
        case .optimistic: self = .optimisticConcurrency
        }
    }
}
