// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

extension AWSDataStorePlugin: DataStoreBaseBehavior {
    /// Inserts or updates a record, and puts the change into the outbox.
    ///
    /// - Parameters:
    ///   - model: the record.
    ///   - condition: the condition on the record in the store, and later on the one in the service; nil for none.
    /// - Returns: the record.
    /// - Throws: `DataStoreError`: `.invalidCondition` if the store has no such record, or if the record does not meet
    ///   the condition; `.invalidModelName`; `.configuration`; `.invalidDatabase`.
    @discardableResult
    public func save<M: Model>(_ model: M, where condition: (any QueryPredicate)? = nil) async throws -> M {
        try await save(model, modelSchema: model.schema, where: condition)
    }

    /// Inserts or updates a record of a model whose schema is not the one of its type.
    ///
    /// - Throws: as `save(_:where:)`.
    @discardableResult
    public func save<M: Model>(
        _ model: M, modelSchema: ModelSchema, where condition: (any QueryPredicate)? = nil
    ) async throws -> M {
        let (open, use) = try await openedForChange()
        let saved = try await open.store.write { writer in
            try writer.save(model, modelSchema, where: condition, outbox: use)
        }
        if saved.isEnqueued { await open.hasEnqueued() }
        return saved.record as? M ?? model
    }

    /// The record whose key has the text.
    ///
    /// - Throws: `DataStoreError`.
    @available(*, deprecated, renamed: "query(byIdentifier:)")
    public func query<M: Model>(_ modelType: M.Type, byId id: String) async throws -> M? {
        try await record(modelType, modelType.schema, key: id)
    }

    /// The record with an `id`.
    ///
    /// - Throws: `DataStoreError`.
    public func query<M: Model>(
        _ modelType: M.Type, byIdentifier identifier: String
    ) async throws -> M? where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        try await record(modelType, modelType.schema, key: identifier)
    }

    /// The record with a key.
    ///
    /// - Throws: `DataStoreError`; `.invalidOperation` for a key with other fields than the model's.
    public func query<M: Model>(
        _ modelType: M.Type, byIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>
    ) async throws -> M? where M: ModelIdentifiable {
        try await query(modelType, modelSchema: modelType.schema, byIdentifier: identifier)
    }

    /// The record with a key, of a model whose schema is not the one of its type.
    ///
    /// - Throws: as `query(_:byIdentifier:)`.
    func query<M: Model>(
        _ modelType: M.Type, modelSchema: ModelSchema, byIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>
    ) async throws -> M? where M: ModelIdentifiable {
        try await record(modelType, modelSchema, key: modelSchema.keyText(of: identifier))
    }

    private func record<M: Model>(
        _ modelType: M.Type, _ schema: ModelSchema, key: String
    ) async throws(DataStoreError) -> M? {
        let open = try await opened()
        return try await open.store.read { reader in try reader.record(of: schema, key: key) as? M }
    }

    /// The records that meet a condition.
    ///
    /// - Parameters:
    ///   - modelType: the type of the records.
    ///   - predicate: the condition; nil for all records.
    ///   - sortInput: the order; nil for any.
    ///   - paginationInput: the page; nil for all records.
    /// - Returns: the records; none for a page beyond the last one.
    /// - Throws: `DataStoreError`.
    public func query<M: Model>(
        _ modelType: M.Type, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil,
        paginate paginationInput: QueryPaginationInput? = nil
    ) async throws -> [M] {
        try await query(
            modelType, modelSchema: modelType.schema, where: predicate, sort: sortInput?.descriptors,
            paginate: paginationInput)
    }

    /// The records of a model that meet a condition, of a model whose schema may not be the one of its type.
    ///
    /// - Throws: `DataStoreError`.
    public func query<M: Model>(
        _ modelType: M.Type, modelSchema: ModelSchema, where predicate: (any QueryPredicate)? = nil,
        sort sortInput: [QuerySortDescriptor]? = nil, paginate paginationInput: QueryPaginationInput? = nil
    ) async throws -> [M] {
        let open = try await opened()
        return try await open.store.read { reader in
            try reader.records(
                of: modelType, modelSchema, where: predicate, sort: sortInput, page: paginationInput)
        }
    }

    /// Starts the exchange with the service.
    ///
    /// Opens the store if it is not open, and does not wait for the service.
    ///
    /// - Throws: `DataStoreError`: `.configuration` if a plugin is missing, `.invalidDatabase` if the store cannot be
    ///   opened.
    public func start() async throws {
        try requireConfiguration()
        try await life.start()
    }

    /// Ends the exchange with the service, and keeps all records.
    ///
    /// Records can be saved and read afterwards. Their changes wait in the outbox until `start`.
    ///
    /// - Throws: `DataStoreError.configuration` before `configure`.
    public func stop() async throws {
        try requireConfiguration()
        try await life.stop()
    }

    /// Ends the exchange with the service, and removes all records, metadata and changes that were not sent.
    ///
    /// The next call starts anew. A record that is saved during the call is in the emptied store.
    ///
    /// - Throws: `DataStoreError`.
    public func clear() async throws {
        try requireConfiguration()
        try await life.clear()
    }
}

extension ModelSchema {
    /// The text of a key, with its fields in the order of the model.
    ///
    /// - Throws: `.invalidOperation` if it has other fields than the model's key.
    func keyText(of identifier: some ModelIdentifierProtocol) throws(DataStoreError) -> String {
        let values = Dictionary(identifier.fields.map { ($0.name, $0.value) }) { first, _ in first }
        let fields: ModelIdentifierProtocol.Fields = primaryKey.fields.compactMap { field in
            values[field.name].map { (name: field.name, value: $0) }
        }
        guard fields.count == identifier.fields.count, fields.count == primaryKey.fields.count, !fields.isEmpty else {
            let names = primaryKey.fields.map(\.name).joined(separator: ", ")
            throw .invalidOperation(
                causedBy: CoreError.clientValidation(
                    "The identifier has other fields than the key of \(name), which has: \(names).",
                    "Pass an identifier of the model."))
        }
        return OrderedIdentifier(fields: fields).stringValue
    }

    /// A key of any model.
    private struct OrderedIdentifier: ModelIdentifierProtocol {
        let fields: Fields
    }
}
