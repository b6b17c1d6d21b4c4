// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension DataStoreCategory: DataStoreSubscribeBehavior {
    /// The later changes of a model's records, by the app and by the service.
    ///
    /// - Parameter modelType: the type of the records.
    /// - Returns: the changes, for one reader. Reading throws `DataStoreError`.
    public func observe(_ modelType: (some Model).Type) -> AmplifyAsyncThrowingSequence<MutationEvent> {
        do throws(DataStoreError) {
            return try plugin.observe(modelType)
        } catch {
            return failure(error)
        }
    }

    /// The records that meet a condition, now and after each change.
    ///
    /// - Parameters:
    ///   - modelType: the type of the records.
    ///   - predicate: the condition; nil for all records.
    ///   - sortInput: the order of the records; nil for any.
    /// - Returns: the snapshots, for one reader. Reading throws `DataStoreError`.
    public func observeQuery<M: Model>(
        for modelType: M.Type, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil
    ) -> AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<M>> {
        do throws(DataStoreError) {
            return try plugin.observeQuery(for: modelType, where: predicate, sort: sortInput)
        } catch {
            return failure(error)
        }
    }

    /// A sequence without elements that ends with the error.
    private func failure<Element: Sendable>(_ error: DataStoreError) -> AmplifyAsyncThrowingSequence<Element> {
        let sequence = AmplifyAsyncThrowingSequence<Element>()
        sequence.fail(error)
        return sequence
    }
}
