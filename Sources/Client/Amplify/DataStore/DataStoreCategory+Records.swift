// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension DataStoreCategory: DataStoreBaseBehavior {
    /// Inserts or updates a record on the device; the service receives the change when it can be reached.
    ///
    /// - Parameters:
    ///   - model: the record.
    ///   - condition: what the record on the device must meet before the change; nil for any. A record that is not on
    ///     the device meets no condition.
    /// - Returns: the record as it was saved.
    /// - Throws: `DataStoreError`; `.invalidCondition` if the condition is not met.
    @discardableResult
    public func save<M: Model>(_ model: M, where condition: (any QueryPredicate)? = nil) async throws -> M {
        try await plugin.save(model, where: condition)
    }

    /// The record whose key has the text.
    ///
    /// - Parameters:
    ///   - modelType: the type of the record.
    ///   - id: the text of the key, as `Model.identifier`.
    /// - Returns: the record; nil if it is not on the device.
    /// - Throws: `DataStoreError` if the store cannot be read.
    public func query<M: Model>(_ modelType: M.Type, byId id: String) async throws -> M? {
        try await plugin.query(modelType, byId: id)
    }

    /// The record with an `id`.
    ///
    /// - Parameters:
    ///   - modelType: the type of the record.
    ///   - id: the value of the field `id`.
    /// - Returns: the record; nil if it is not on the device.
    /// - Throws: `DataStoreError` if the store cannot be read.
    public func query<M: Model>(_ modelType: M.Type, byIdentifier id: String) async throws -> M?
    where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        try await plugin.query(modelType, byIdentifier: id)
    }

    /// The record with a key.
    ///
    /// - Parameters:
    ///   - modelType: the type of the record.
    ///   - identifier: the key.
    /// - Returns: the record; nil if it is not on the device.
    /// - Throws: `DataStoreError` if the store cannot be read.
    public func query<M: Model>(
        _ modelType: M.Type, byIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>
    ) async throws -> M? where M: ModelIdentifiable {
        try await plugin.query(modelType, byIdentifier: identifier)
    }

    /// The records that meet a condition.
    ///
    /// - Parameters:
    ///   - modelType: the type of the records.
    ///   - predicate: the condition; nil for all records.
    ///   - sortInput: the order of the records; nil for any.
    ///   - paginationInput: the page of the records; nil for all of them.
    /// - Returns: the records on the device.
    /// - Throws: `DataStoreError` if the store cannot be read.
    public func query<M: Model>(
        _ modelType: M.Type, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil,
        paginate paginationInput: QueryPaginationInput? = nil
    ) async throws -> [M] {
        try await plugin.query(modelType, where: predicate, sort: sortInput, paginate: paginationInput)
    }

    /// Deletes a record on the device; the service receives the change when it can be reached.
    ///
    /// The records of its has-one and has-many relations are deleted, too.
    ///
    /// - Parameters:
    ///   - model: the record.
    ///   - predicate: what the record on the device must meet; nil for any.
    /// - Throws: `DataStoreError`; `.invalidCondition` if the condition is not met.
    public func delete(_ model: some Model, where predicate: (any QueryPredicate)? = nil) async throws {
        try await plugin.delete(model, where: predicate)
    }

    /// Deletes the record whose key has the text, and the records of its has-one and has-many relations.
    ///
    /// - Parameters:
    ///   - modelType: the type of the record.
    ///   - id: the text of the key, as `Model.identifier`.
    ///   - predicate: what the record on the device must meet; nil for any.
    /// - Throws: `DataStoreError`; `.invalidCondition` if the condition is not met.
    public func delete(
        _ modelType: (some Model).Type, withId id: String, where predicate: (any QueryPredicate)? = nil
    ) async throws {
        try await plugin.delete(modelType, withId: id, where: predicate)
    }

    /// Deletes the record with an `id`, and the records of its has-one and has-many relations.
    ///
    /// - Parameters:
    ///   - modelType: the type of the record.
    ///   - id: the value of the field `id`.
    ///   - predicate: what the record on the device must meet; nil for any.
    /// - Throws: `DataStoreError`; `.invalidCondition` if the condition is not met.
    public func delete<M: Model>(
        _ modelType: M.Type, withIdentifier id: String, where predicate: (any QueryPredicate)? = nil
    ) async throws where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        try await plugin.delete(modelType, withIdentifier: id, where: predicate)
    }

    /// Deletes the record with a key, and the records of its has-one and has-many relations.
    ///
    /// - Parameters:
    ///   - modelType: the type of the record.
    ///   - id: the key.
    ///   - predicate: what the record on the device must meet; nil for any.
    /// - Throws: `DataStoreError`; `.invalidCondition` if the condition is not met.
    public func delete<M: Model>(
        _ modelType: M.Type, withIdentifier id: ModelIdentifier<M, M.IdentifierFormat>,
        where predicate: (any QueryPredicate)? = nil
    ) async throws where M: ModelIdentifiable {
        try await plugin.delete(modelType, withIdentifier: id, where: predicate)
    }

    /// Deletes the records that meet a condition, and the records of their has-one and has-many relations.
    ///
    /// - Parameters:
    ///   - modelType: the type of the records.
    ///   - predicate: the condition; `QueryPredicateConstant.all` for all records.
    /// - Throws: `DataStoreError` if the store cannot be changed.
    public func delete(_ modelType: (some Model).Type, where predicate: any QueryPredicate) async throws {
        try await plugin.delete(modelType, where: predicate)
    }

    /// Starts the synchronisation; the first call of another method starts it, too.
    ///
    /// - Throws: `DataStoreError` if it cannot begin.
    public func start() async throws {
        try await plugin.start()
    }

    /// Stops the synchronisation, and keeps all records and the changes that were not sent.
    ///
    /// - Throws: `DataStoreError` if it cannot end.
    public func stop() async throws {
        try await plugin.stop()
    }

    /// Stops the synchronisation, and removes all records and the changes that were not sent.
    ///
    /// - Throws: `DataStoreError` if they cannot be removed.
    public func clear() async throws {
        try await plugin.clear()
    }
}
