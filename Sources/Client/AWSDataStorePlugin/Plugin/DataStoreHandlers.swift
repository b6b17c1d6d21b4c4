// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The handlers of the app, called one at a time in the order of the reports.
///
/// The calls run in a task of their own, so that a handler can call DataStore, and a handler that does not return delays
/// only other handlers.
struct DataStoreHandlers: Sendable {
    private let calls: CallQueue
    private let errorHandler: DataStoreErrorHandler
    private let decide: @Sendable (DataStoreConflict, ConflictDecision) async -> Void

    /// Makes handlers of the app's settings.
    init(_ configuration: DataStoreConfiguration) {
        calls = CallQueue()
        errorHandler = configuration.errorHandler
        let conflictHandler = configuration.conflictHandler
        if let handler = configuration.threeWayConflictHandler {
            decide = { conflict, decision in decision.take(await handler(conflict)) }
        } else {
            decide = { conflict, decision in
                let resolver = ConflictResolver(decision)
                let data = DataStoreConflictData(local: conflict.local, remote: conflict.remote)
                conflictHandler(data) { resolver.decision.take($0) }
            }
        }
    }

    /// Calls the app's error handler, without waiting for it.
    func report(_ error: any AmplifyError) {
        calls.add { errorHandler(error) }
    }

    /// Calls the app's conflict handler and waits for its decision.
    ///
    /// - Returns: the decision; nil if the task is cancelled before the app has decided.
    func decision(on conflict: DataStoreConflict) async -> DataStoreConflictHandlerResult? {
        let decision = ConflictDecision()
        return await withTaskCancellationHandler {
            calls.add { await decide(conflict, decision) }
            return await decision.value
        } onCancel: {
            decision.take(nil)
        }
    }
}
