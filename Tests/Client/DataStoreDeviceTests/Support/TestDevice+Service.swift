// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSDataStorePlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTesting
import GeneratedModels

extension TestDevice {
    /// The records of a model that the service shows to the user of this device, with their versions; removed ones, too.
    func versions(
        of model: any Model.Type, in mode: AWSAuthorizationType? = nil
    ) async throws -> [MutationSync<AnyModel>] {
        var records: [MutationSync<AnyModel>] = []
        var token: String?
        repeat {
            let request = GraphQLRequest<SyncQueryResult>.syncQuery(
                modelType: model, limit: 100, nextToken: token, authType: mode)
            let page = try await api.query(request: request).get()
            records += page.items
            token = page.nextToken
        } while token != nil
        return records
    }

    /// The records of a model that the service shows to the user of this device.
    func served<M: Model>(_ model: M.Type, in mode: AWSAuthorizationType? = nil) async throws -> [M] {
        try await versions(of: model, in: mode).filter { !$0.syncMetadata.deleted }
            .compactMap { $0.model.instance as? M }
    }

    /// The version of a record in the service; nil without one.
    func version(of record: any Model) async throws -> Int? {
        try await versions(of: type(of: record)).first { $0.model.identifier == record.identifier }?
            .syncMetadata.version
    }

    /// The texts of the records of a model on this device, sorted.
    func contents<M: NoteModel>(of model: M.Type) async throws -> [String] {
        try await dataStore.query(model).contents
    }

    /// Saves a new record of the model that most tests have.
    func add(_ content: String) async throws -> OwnerRecord { try await add(content, OwnerRecord.self) }

    /// Saves a new record.
    func add<M: NoteModel>(_ content: String, _ model: M.Type) async throws -> M {
        try await dataStore.save(M(id: UUID().uuidString, content: content))
    }

    /// Saves a record with another text.
    func change<M: NoteModel>(_ record: M, to content: String) async throws {
        var record = record
        record.content = content
        _ = try await dataStore.save(record)
    }
}
