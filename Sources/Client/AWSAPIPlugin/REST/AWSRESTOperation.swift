// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation
import Synchronization

/// A REST request in progress, whose result goes to a listener and to the Hub.
///
/// Unchecked because its superclass is so; the task is behind a lock.
public final class AWSRESTOperation: AmplifyOperation<RESTOperationRequest, Data, APIError>, RESTOperation,
    @unchecked Sendable
{
    private let response: @Sendable (RESTOperationRequest) async -> Result<Data, APIError>
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Makes an operation that has not started.
    init(
        _ request: RESTOperationRequest, resultListener: ResultListener?,
        response: @escaping @Sendable (RESTOperationRequest) async -> Result<Data, APIError>
    ) {
        self.response = response
        super.init(
            categoryType: .api, eventName: request.operationType.hubEventName, request: request,
            resultListener: resultListener)
    }

    /// Sends the request; `start()` calls it.
    override public func main() {
        // An operation runs beside its caller, who cancels it by `cancel()`.
        let task = Task {
            let result = await response(request)
            // A cancelled operation has had its result.
            if !isCancelled { dispatch(result: result) }
            finish()
        }
        self.task.withLock { $0 = task }
        // Cancelled while it started.
        if isCancelled { task.cancel() }
    }

    /// Ends the request, and dispatches a failure whose cause is `OperationCancelledError`.
    override public func cancel() {
        super.cancel()
        task.withLock { $0 }?.cancel()
    }
}
