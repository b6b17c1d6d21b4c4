// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClientFiles
import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseSchemaCompiler

/// The data API of `gatehouse dev --schema`.
///
/// Its id and its key stay the same in all starts of a folder, and after a reset.
package struct DevelopmentAPI: Sendable {
    /// The life of the key in seconds, which begins anew at each start: a year, the longest that AppSync allows.
    private static let keyLife: TimeInterval = 365 * 86_400

    private let schema: SchemaFile
    private let apis: StoredDataAPIs
    private let administration: DataAPIAdministration
    private let clock: WallClock
    private let userPoolID: String
    /// The id of the API.
    package let id: String
    /// The key of the API, a secret of the developer.
    package let key: String
    /// The address of the API.
    package let endpoint: String
    /// What did not fit the schema in the stored records when this start took it into use.
    package internal(set) var misfits: [String] = []

    /// Finds the API of an earlier start, or chooses an id and a key.
    /// - Throws: the error of the store.
    init(
        _ schema: SchemaFile, of userPoolID: String, in installation: Installation, clock: WallClock, entropy: Entropy
    ) async throws {
        self.schema = schema
        self.userPoolID = userPoolID
        self.clock = clock
        apis = installation.servedAPIs
        administration = installation.dataAdministration
        endpoint = installation.deployment.dataEndpoint(nil)
        let known = try await apis.all().first { $0.isDefault }
        id = known?.id ?? StoredAPI.newID(entropy)
        let keys = if let known { try await apis.keys(of: known.id) } else { [StoredAPIKey]() }
        key = keys.first?.key ?? StoredAPIKey.newSecret(entropy)
    }

    /// Stores the API with the schema of this start, and serves it.
    ///
    /// A schema that has not changed stores no further revision. Tags that are settings, such as the handler of conflicts,
    /// stay from the start before.
    /// - Returns: what does not fit the schema in the stored records, which stay.
    /// - Throws: the error of the store, or of a schema that does not fit the settings of the tags.
    @discardableResult
    func serve() async throws -> [String] {
        let now = clock.now
        let stored = try await apis.all().first { $0.id == id }
        var api =
            stored
            ?? StoredAPI(
                id: id, name: DevelopmentResources.name, schema: schema.text, settings: SchemaFile.settings,
                userPools: [UserPoolSource(id: userPoolID)], isDefault: true, createdAt: now)
        api.schema = schema.text
        api.settings = SchemaFile.settings
        try api.setTags(api.tags)
        api.userPools = [UserPoolSource(id: userPoolID)]
        api.isDefault = true
        let key = StoredAPIKey(
            key: key, description: DevelopmentResources.name, createdAt: now,
            expiresAt: now.addingTimeInterval(Self.keyLife))
        let compiled =
            api.settings == SchemaFile.settings
            ? schema.compiled : try DataAPI(compiling: schema.text, settings: api.settings)
        let plan = try await administration.serve(api, compiled: compiled, key: key)
        // What the schema does not have stays stored, and comes back with a schema that has it.
        return plan.losses.filter { step in
            switch step.kind {
            case .changeKey, .changeType, .narrowType, .requireField: true
            default: false
            }
        }.map(\.description)
    }

    /// Serves the API again, after a reset has deleted it with its records.
    /// - Throws: the error of the store.
    func serveAgain() async throws {
        try await apis.reload()
        try await serve()
    }

    /// What the configuration files of clients say about the API.
    var forClients: ClientAPI {
        ClientAPI(
            name: DevelopmentResources.name, url: endpoint, key: key, defaultMode: schema.compiled.settings.defaultMode,
            otherModes: schema.compiled.settings.modes.dropFirst().map(\.self))
    }
}
