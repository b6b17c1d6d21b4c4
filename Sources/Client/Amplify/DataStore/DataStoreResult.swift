// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// The result of a call of a DataStore plugin.
public typealias DataStoreResult<Success> = Result<Success, DataStoreError>

/// A closure that receives the result of a call of a DataStore plugin, once and on any thread.
public typealias DataStoreCallback<Result> = @Sendable (DataStoreResult<Result>) -> Void

extension Result where Failure == DataStoreError {
    /// The failure with an error: a `DataStoreError` as it is, any other as the cause of `.invalidOperation`.
    public static func failure(causedBy error: any Error) -> DataStoreResult<Success> {
        .failure(error as? DataStoreError ?? .invalidOperation(causedBy: error))
    }

    /// The success of a call without a value.
    public static var emptyResult: DataStoreResult<Void> { .success(()) }

    /// Fulfils the promise of a publisher with the result.
    public func resolve(promise: Future<Success, DataStoreError>.Promise) {
        promise(self)
    }
}

extension List {
    /// A publisher of the records of a list.
    public typealias LazyListPublisher = AnyPublisher<[Element], DataStoreError>
}
