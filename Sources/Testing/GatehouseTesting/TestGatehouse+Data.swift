// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDataStores
import GatehouseServer
import GatehouseStorage

extension TestGatehouse {
    /// The key of the API of ``serve(schema:)``, which is valid for a year.
    package static let dataKey = "da2-abcdefghijklmnopqrstuvwxyz"

    /// Serves a schema with models and rules at `/graphql`.
    ///
    /// The API accepts tokens of ``pool``, its key, and signatures. It must not have been called before.
    /// - Throws: the error of the store.
    package func serve(schema: String) async throws {
        let api = StoredAPI(
            id: "abcdefghijklmnopqrstuvwxyz", name: "test", schema: schema,
            settings: DataSettings(defaultMode: .userPools, additionalModes: [.apiKey, .iam]),
            userPools: [UserPoolSource(id: try await pool.id)], isDefault: true, createdAt: clock.now)
        let key = StoredAPIKey(
            key: Self.dataKey, createdAt: clock.now, expiresAt: clock.now.addingTimeInterval(365 * 86_400))
        try await installation.dataAPIs.write { store in
            try store.put(api, expecting: nil)
            try store.put(key, of: api.id)
        }
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
