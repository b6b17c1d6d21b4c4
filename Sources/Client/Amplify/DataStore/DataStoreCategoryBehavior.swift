// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The operations of the DataStore category.
public typealias DataStoreCategoryBehavior = DataStoreBaseBehavior & DataStoreSubscribeBehavior

/// Changes and queries of the records on the device, and the life cycle of their synchronisation.
///
/// A deletion includes the records of the has-one and has-many relations of what is deleted.
public protocol DataStoreBaseBehavior {
    /// Inserts or updates a record.
    ///
    /// - Throws: `DataStoreError` if the record is not saved.
    @discardableResult
    func save<M: Model>(_ model: M, where condition: (any QueryPredicate)?) async throws -> M

    /// The record whose key has the text.
    ///
    /// - Throws: `DataStoreError` if the store cannot be read.
    func query<M: Model>(_ modelType: M.Type, byId id: String) async throws -> M?

    /// The record with an `id`.
    ///
    /// - Throws: `DataStoreError` if the store cannot be read.
    func query<M: Model>(_ modelType: M.Type, byIdentifier id: String) async throws -> M?
    where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default

    /// The record with a key.
    ///
    /// - Throws: `DataStoreError` if the store cannot be read.
    func query<M: Model>(
        _ modelType: M.Type, byIdentifier id: ModelIdentifier<M, M.IdentifierFormat>
    ) async throws -> M? where M: ModelIdentifiable

    /// The records that meet a condition.
    ///
    /// - Throws: `DataStoreError` if the store cannot be read.
    func query<M: Model>(
        _ modelType: M.Type, where predicate: (any QueryPredicate)?, sort sortInput: QuerySortInput?,
        paginate paginationInput: QueryPaginationInput?
    ) async throws -> [M]

    /// Deletes a record.
    ///
    /// - Throws: `DataStoreError` if the record is not deleted.
    func delete(_ model: some Model, where predicate: (any QueryPredicate)?) async throws

    /// Deletes the record whose key has the text.
    ///
    /// - Throws: `DataStoreError` if the record is not deleted.
    func delete(
        _ modelType: (some Model).Type, withId id: String, where predicate: (any QueryPredicate)?
    ) async throws

    /// Deletes the record with an `id`.
    ///
    /// - Throws: `DataStoreError` if the record is not deleted.
    func delete<M: Model>(
        _ modelType: M.Type, withIdentifier id: String, where predicate: (any QueryPredicate)?
    ) async throws where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default

    /// Deletes the record with a key.
    ///
    /// - Throws: `DataStoreError` if the record is not deleted.
    func delete<M: Model>(
        _ modelType: M.Type, withIdentifier id: ModelIdentifier<M, M.IdentifierFormat>,
        where predicate: (any QueryPredicate)?
    ) async throws where M: ModelIdentifiable

    /// Deletes the records that meet a condition.
    ///
    /// - Throws: `DataStoreError` if the store cannot be changed.
    func delete(_ modelType: (some Model).Type, where predicate: any QueryPredicate) async throws

    /// Starts the synchronisation.
    ///
    /// - Throws: `DataStoreError` if it cannot begin.
    func start() async throws

    /// Stops the synchronisation, and keeps all records.
    ///
    /// - Throws: `DataStoreError` if it cannot end.
    func stop() async throws

    /// Stops the synchronisation, and removes all records and the changes that were not sent.
    ///
    /// - Throws: `DataStoreError` if they cannot be removed.
    func clear() async throws
}

/// Changes of the records on the device, as they happen.
public protocol DataStoreSubscribeBehavior {
    /// The later changes of a model's records, by the app and by the service.
    func observe(_ modelType: (some Model).Type) -> AmplifyAsyncThrowingSequence<MutationEvent>

    /// The records that meet a condition, now and after each change.
    func observeQuery<M: Model>(
        for modelType: M.Type, where predicate: (any QueryPredicate)?, sort sortInput: QuerySortInput?
    ) -> AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<M>>
}

/// A plugin that implements the calls of `Amplify.DataStore`.
public protocol DataStoreCategoryPlugin: Plugin, DataStoreCategoryBehavior {}

extension DataStoreCategoryPlugin {
    /// DataStore.
    public var categoryType: CategoryType { .dataStore }
}
