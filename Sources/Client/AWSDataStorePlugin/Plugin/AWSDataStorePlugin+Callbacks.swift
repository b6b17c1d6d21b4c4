// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

// The forms with a closure, which receives the result once, on any thread.

extension AWSDataStorePlugin {
    /// Inserts or updates a record.
    @preconcurrency
    public func save<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil, completion: @escaping DataStoreCallback<M>
    ) {
        answer(completion) { try await self.save(model, where: condition) }
    }

    /// Inserts or updates a record of a model whose schema is not the one of its type.
    @preconcurrency
    public func save<M: Model>(
        _ model: M, modelSchema: ModelSchema, where condition: (any QueryPredicate)? = nil,
        completion: @escaping DataStoreCallback<M>
    ) {
        answer(completion) { try await self.save(model, modelSchema: modelSchema, where: condition) }
    }

    /// The record whose key has the text.
    @available(*, deprecated, renamed: "query(byIdentifier:completion:)")
    @preconcurrency
    public func query<M: Model>(
        _ modelType: M.Type, byId id: String, completion: @escaping DataStoreCallback<M?>
    ) {
        answer(completion) { try await self.query(modelType, byId: id) }
    }

    /// The record with an `id`.
    @preconcurrency
    public func query<M: Model>(
        _ modelType: M.Type, byIdentifier identifier: String, completion: @escaping DataStoreCallback<M?>
    ) where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        answer(completion) { try await self.query(modelType, byIdentifier: identifier) }
    }

    /// The record with a key.
    @preconcurrency
    public func query<M: Model>(
        _ modelType: M.Type, byIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>,
        completion: @escaping DataStoreCallback<M?>
    ) where M: ModelIdentifiable {
        answer(completion) { try await self.query(modelType, byIdentifier: identifier) }
    }

    /// The record with a key, of a model whose schema is not the one of its type.
    @preconcurrency
    public func query<M: Model>(
        _ modelType: M.Type, modelSchema: ModelSchema, byIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>,
        completion: @escaping DataStoreCallback<M?>
    ) where M: ModelIdentifiable {
        answer(completion) {
            try await self.query(modelType, modelSchema: modelSchema, byIdentifier: identifier)
        }
    }

    /// The records that meet a condition.
    @preconcurrency
    public func query<M: Model>(
        _ modelType: M.Type, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil,
        paginate paginationInput: QueryPaginationInput? = nil, completion: @escaping DataStoreCallback<[M]>
    ) {
        answer(completion) {
            try await self.query(modelType, where: predicate, sort: sortInput, paginate: paginationInput)
        }
    }

    /// The records that meet a condition, of a model whose schema may not be the one of its type.
    @preconcurrency
    public func query<M: Model>(
        _ modelType: M.Type, modelSchema: ModelSchema, where predicate: (any QueryPredicate)? = nil,
        sort sortInput: [QuerySortDescriptor]? = nil, paginate paginationInput: QueryPaginationInput? = nil,
        completion: @escaping DataStoreCallback<[M]>
    ) {
        answer(completion) {
            try await self.query(
                modelType, modelSchema: modelSchema, where: predicate, sort: sortInput, paginate: paginationInput)
        }
    }

    /// Deletes the record with an `id`, and the records that it has.
    @preconcurrency
    public func delete<M: Model>(
        _ modelType: M.Type, withIdentifier identifier: String, where predicate: (any QueryPredicate)? = nil,
        completion: @escaping DataStoreCallback<Void>
    ) where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        answer(completion) { try await self.delete(modelType, withIdentifier: identifier, where: predicate) }
    }

    /// Deletes the record with a key, and the records that it has.
    @preconcurrency
    public func delete<M: Model>(
        _ modelType: M.Type, withIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>,
        where predicate: (any QueryPredicate)? = nil, completion: @escaping DataStoreCallback<Void>
    ) where M: ModelIdentifiable {
        answer(completion) { try await self.delete(modelType, withIdentifier: identifier, where: predicate) }
    }

    /// Deletes the record with a key, of a model whose schema is not the one of its type.
    @preconcurrency
    public func delete<M: Model>(
        _ modelType: M.Type, modelSchema: ModelSchema,
        withIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>, where predicate: (any QueryPredicate)?,
        completion: @escaping DataStoreCallback<Void>
    ) where M: ModelIdentifiable {
        answer(completion) {
            try await self.remove(modelSchema, key: modelSchema.keyText(of: identifier), where: predicate)
        }
    }

    /// Deletes a record, and the records that it has.
    @preconcurrency
    public func delete(
        _ model: some Model, where predicate: (any QueryPredicate)? = nil,
        completion: @escaping DataStoreCallback<Void>
    ) {
        answer(completion) { try await self.delete(model, where: predicate) }
    }

    /// Deletes a record of a model whose schema is not the one of its type, and the records that it has.
    @preconcurrency
    public func delete(
        _ model: some Model, modelSchema: ModelSchema, where predicate: (any QueryPredicate)? = nil,
        completion: @escaping DataStoreCallback<Void>
    ) {
        answer(completion) { try await self.delete(model, modelSchema: modelSchema, where: predicate) }
    }

    /// Deletes the records that meet a condition, and the records that they have.
    @preconcurrency
    public func delete(
        _ modelType: (some Model).Type, where predicate: any QueryPredicate,
        completion: @escaping DataStoreCallback<Void>
    ) {
        answer(completion) { try await self.delete(modelType, where: predicate) }
    }

    /// Deletes the records that meet a condition, of a model whose schema is not the one of its type.
    @preconcurrency
    public func delete(
        _ modelType: (some Model).Type, modelSchema: ModelSchema, where predicate: any QueryPredicate,
        completion: @escaping DataStoreCallback<Void>
    ) {
        answer(completion) { try await self.delete(modelType, modelSchema: modelSchema, where: predicate) }
    }

    /// Starts the exchange with the service.
    @preconcurrency
    public func start(completion: @escaping DataStoreCallback<Void>) {
        answer(completion) { try await self.start() }
    }

    /// Ends the exchange with the service, and keeps all records.
    @preconcurrency
    public func stop(completion: @escaping DataStoreCallback<Void>) {
        answer(completion) { try await self.stop() }
    }

    /// Ends the exchange with the service, and removes all records, metadata and changes that were not sent.
    @preconcurrency
    public func clear(completion: @escaping DataStoreCallback<Void>) {
        answer(completion) { try await self.clear() }
    }

    /// Runs a call in a task of its own, which lasts as long as the call, and gives its result to the closure.
    private func answer<Value: Sendable>(
        _ completion: @escaping DataStoreCallback<Value>, _ call: @escaping @Sendable () async throws -> Value
    ) {
        Task {
            do {
                completion(.success(try await call()))
            } catch {
                completion(.failure(DataStoreError(error: error)))
            }
        }
    }
}
