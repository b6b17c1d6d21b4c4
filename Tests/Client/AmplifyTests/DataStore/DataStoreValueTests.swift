// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import Amplify

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The results and the names of events of the DataStore category.
@Suite struct DataStoreValueTests {
    private struct Cause: Error {}

    @Test func `a failure keeps an error of DataStore, and is the cause of another one`() {
        let known = DataStoreResult<Int>.failure(causedBy: DataStoreError.invalidModelName("Todo"))
        guard case .failure(.invalidModelName("Todo")) = known else {
            Issue.record("The result is \(known).")
            return
        }
        let other = DataStoreResult<Int>.failure(causedBy: Cause())
        guard case .failure(.invalidOperation(let cause)) = other else {
            Issue.record("The result is \(other).")
            return
        }
        #expect(cause is Cause)
    }

    @Test func `an empty result is a success`() throws {
        try DataStoreResult<Void>.emptyResult.get()
    }

    @Test func `a result fulfils the promise of a publisher`() {
        #expect(Self.ends(.success(1)) == ["1", "finished"])
        #expect(Self.ends(.failure(.invalidModelName("Todo"))) == ["No model with the name Todo is registered"])
    }

    /// The values of a publisher with the result, and its end.
    private static func ends(_ result: DataStoreResult<Int>) -> [String] {
        var ends: [String] = []
        let publisher = Future<Int, DataStoreError> { result.resolve(promise: $0) }
        let subscription = publisher.sink(
            receiveCompletion: { completion in
                switch completion {
                case .finished: ends.append("finished")
                case .failure(let error): ends.append(error.errorDescription)
                }
            },
            receiveValue: { ends.append("\($0)") })
        subscription.cancel()
        return ends
    }

    @Test func `the events have the original's texts`() {
        typealias Name = HubPayload.EventName.DataStore
        let texts = [
            Name.syncStarted, Name.syncReceived, Name.conditionalSaveFailed, Name.outboxStatus,
            Name.subscriptionsEstablished, Name.syncQueriesStarted, Name.modelSynced, Name.syncQueriesReady, Name.ready,
            Name.networkStatus, Name.outboxMutationEnqueued, Name.outboxMutationProcessed,
        ]
        #expect(
            texts == [
                "DataStore.syncStarted", "DataStore.syncReceived", "DataStore.conditionalSaveFailed",
                "DataStore.outboxStatus", "DataStore.subscriptionEstablished", "DataStore.syncQueriesStarted",
                "DataStore.modelSynced", "DataStore.syncQueriesReady", "DataStore.ready", "DataStore.networkStatus",
                "DataStore.outboxMutationEnqueued", "DataStore.outboxMutationProcessed",
            ])
    }
}
