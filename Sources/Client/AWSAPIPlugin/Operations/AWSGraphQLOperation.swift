// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import Foundation
import Synchronization

/// A query or mutation of the plugin as an operation.
///
/// Unchecked because operations are so: a request is only read, and a lock guards the task.
public final class AWSGraphQLOperation<R: Decodable & Sendable>: GraphQLOperation<R>, @unchecked Sendable {
    private let plugin: AWSAPIPlugin
    private let call: GraphQLRequest<R>
    private let work = Mutex<Task<Void, Never>?>(nil)

    /// Creates an operation that has not started.
    ///
    /// - Parameters:
    ///   - call: the request.
    ///   - type: the kind of the request.
    ///   - plugin: makes the call.
    ///   - listener: receives the result once.
    init(
        _ call: GraphQLRequest<R>, _ type: GraphQLOperationType, _ plugin: AWSAPIPlugin, listener: ResultListener?
    ) {
        self.plugin = plugin
        self.call = call
        super.init(
            categoryType: .api, eventName: type.hubEventName, request: call.operationRequest(type),
            resultListener: listener)
    }

    /// Makes the call, and dispatches its result.
    override public func main() {
        let task = Task {
            dispatch(result: await plugin.result(call))
            finish()
        }
        work.withLock { $0 = task }
        // `cancel()` may have come before there was a task.
        if isCancelled { task.cancel() }
    }

    /// Ends the call at once, and dispatches a failure whose cause is `OperationCancelledError`.
    override public func cancel() {
        super.cancel()
        work.withLock { $0 }?.cancel()
    }
}
