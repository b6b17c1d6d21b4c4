// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import Synchronization

/// A piece of work that reports its result through Hub.
///
/// Unchecked because `Operation` is so: the properties here never change, and a request is only read.
open class AmplifyOperation<Request: AmplifyOperationRequest, Success, Failure: AmplifyError>:
    AsynchronousOperation, Cancellable, @unchecked Sendable
{
    /// The type of the operation's request.
    public typealias Request = Request

    /// The type of the operation's value.
    public typealias Success = Success

    /// The type of the operation's error.
    public typealias Failure = Failure

    /// The value of the operation, or its error.
    public typealias OperationResult = Result<Success, Failure>

    /// A closure that receives the result.
    public typealias ResultListener = @Sendable (OperationResult) -> Void

    /// The operation's identity.
    public let id: UUID

    /// The request that the operation performs.
    public let request: Request

    /// The category whose channel carries the result.
    public let categoryType: CategoryType

    /// The event name under which the result is dispatched.
    public let eventName: HubPayloadEventName

    let outcome = OperationOutcome<Success, Failure>()
    private let resultListener = Mutex<UnsubscribeToken?>(nil)

    /// Makes an operation that has not started, and whose listener receives the result once.
    @preconcurrency
    public init(
        categoryType: CategoryType,
        eventName: HubPayloadEventName,
        request: Request,
        resultListener: ResultListener? = nil
    ) {
        self.categoryType = categoryType
        self.eventName = eventName
        self.request = request
        id = UUID()
        super.init()
        if let resultListener {
            let token = Amplify.Hub.listenForResult(to: self, resultListener: resultListener)
            self.resultListener.withLock { $0 = token }
        }
    }

    /// Cancels the operation, and dispatches a failure whose cause is `OperationCancelledError`.
    ///
    /// Without effect on an operation that has finished or was cancelled before.
    override open func cancel() {
        guard !isFinished && !isCancelled else { return }
        super.cancel()
        let error = Failure(
            errorDescription: "The operation was cancelled",
            recoverySuggestion: "Start it again if its result is needed",
            error: OperationCancelledError()
        )
        dispatch(result: .failure(error))
    }

    /// Publishes the result and sends it to the category's Hub channel.
    public func dispatch(result: OperationResult) {
        outcome.settle(result)
        send(result)
    }

    /// Ends the subscription of the listener that the operation was made with.
    public func removeResultListener() {
        if let token = resultListener.withLock({ $0.take() }) {
            Amplify.Hub.removeListener(token)
        }
    }

    /// Sends data about this operation to the category's Hub channel.
    func send(_ data: Any) {
        let context = AmplifyOperationContext(operationId: id, request: request)
        let payload = HubPayload(eventName: eventName, context: context, data: data)
        Amplify.Hub.dispatch(to: HubChannel(from: categoryType), payload: payload)
    }
}
