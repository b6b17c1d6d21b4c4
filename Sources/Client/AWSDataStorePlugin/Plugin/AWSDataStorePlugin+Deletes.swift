// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

extension AWSDataStorePlugin {
    /// Deletes a record, and the records that it has.
    ///
    /// - Parameters:
    ///   - model: the record.
    ///   - predicate: the condition on the record in the store, and later on the one in the service; nil for none.
    /// - Throws: `DataStoreError`: `.invalidCondition` if the record does not meet the condition.
    public func delete(_ model: some Model, where predicate: (any QueryPredicate)? = nil) async throws {
        try await delete(model, modelSchema: model.schema, where: predicate)
    }

    /// Deletes a record of a model whose schema is not the one of its type, and the records that it has.
    ///
    /// - Throws: as `delete(_:where:)`.
    public func delete(
        _ model: some Model, modelSchema: ModelSchema, where predicate: (any QueryPredicate)? = nil
    ) async throws {
        try await remove { writer, use in
            try writer.delete(model, modelSchema, where: predicate, outbox: use)
        }
    }

    /// Deletes the record whose key has the text, and the records that it has.
    ///
    /// - Throws: as `delete(_:where:)`.
    @available(*, deprecated, renamed: "delete(withIdentifier:)")
    public func delete(
        _ modelType: (some Model).Type, withId id: String, where predicate: (any QueryPredicate)?
    ) async throws {
        try await remove(modelType.schema, key: id, where: predicate)
    }

    /// Deletes the record whose key has the text, of a model whose schema is not the one of its type.
    ///
    /// - Throws: as `delete(_:where:)`.
    @available(*, deprecated, renamed: "delete(withIdentifier:)")
    public func delete(
        _ modelType: (some Model).Type, modelSchema: ModelSchema, withId id: String,
        where predicate: (any QueryPredicate)? = nil
    ) async throws {
        try await remove(modelSchema, key: id, where: predicate)
    }

    /// Deletes the record with an `id`, and the records that it has.
    ///
    /// Without such a record nothing happens.
    ///
    /// - Throws: as `delete(_:where:)`.
    public func delete<M: Model>(
        _ modelType: M.Type, withIdentifier identifier: String, where predicate: (any QueryPredicate)? = nil
    ) async throws where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        try await remove(modelType.schema, key: identifier, where: predicate)
    }

    /// Deletes the record with a key, and the records that it has.
    ///
    /// Without such a record nothing happens.
    ///
    /// - Throws: as `delete(_:where:)`, and `.invalidOperation` for a key with other fields than the model's.
    public func delete<M: Model>(
        _ modelType: M.Type, withIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>,
        where predicate: (any QueryPredicate)? = nil
    ) async throws where M: ModelIdentifiable {
        let schema = modelType.schema
        try await remove(schema, key: schema.keyText(of: identifier), where: predicate)
    }

    /// Deletes the records that meet a condition, and the records that they have.
    ///
    /// Without such records nothing happens.
    ///
    /// - Throws: `DataStoreError`.
    public func delete(_ modelType: (some Model).Type, where predicate: any QueryPredicate) async throws {
        try await delete(modelType, modelSchema: modelType.schema, where: predicate)
    }

    /// Deletes the records that meet a condition, of a model whose schema is not the one of its type.
    ///
    /// - Throws: `DataStoreError`.
    public func delete(
        _ modelType: (some Model).Type, modelSchema: ModelSchema, where predicate: any QueryPredicate
    ) async throws {
        try await remove { writer, use in
            try writer.delete(modelSchema, where: predicate, outbox: use)
        }
    }

    /// Deletes the record with a key.
    func remove(
        _ schema: ModelSchema, key: String, where predicate: (any QueryPredicate)?
    ) async throws(DataStoreError) {
        try await remove { writer, use in
            try writer.delete(schema, key: key, where: predicate, outbox: use)
        }
    }

    private func remove(
        _ body: @escaping @Sendable (StoreWriter, OutboxUse) throws -> [any Model]
    ) async throws(DataStoreError) {
        let (open, use) = try await openedForChange()
        let removed = try await open.store.write { writer in try body(writer, use) }
        if !removed.isEmpty { await open.hasEnqueued() }
    }
}
