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

    /// Makes an operation that has not started; its listener receives the result once.
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

    /// Cancels the operation, and dispatches a failure whose cause is `OperationCancelledError`, unless there is a result.
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

    /// Publishes the result and sends it to the category's Hub channel; without effect if there is a result.
    public func dispatch(result: OperationResult) {
        if outcome.settle(result) { send(result) }
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

/// A context of whichever request type.
protocol OperationContext {
    var operationId: UUID { get }
}

/// The operation that a Hub payload describes.
public struct AmplifyOperationContext<Request: AmplifyOperationRequest>: OperationContext {
    /// The operation's identity.
    public let operationId: UUID

    /// The request that the operation performs.
    public let request: Request

    /// Makes a context.
    public init(operationId: UUID, request: Request) {
        self.operationId = operationId
        self.request = request
    }
}

/// The parameters and options of a call.
public protocol AmplifyOperationRequest {
    /// The options of this kind of request.
    associatedtype Options

    /// The settings of this request, which may contain the plugin's own.
    var options: Options { get }
}

/// A request that has an id.
public protocol RequestIdentifier {
    /// An id that distinguishes the request from all others.
    var requestID: String { get }
}

/// The result of an operation, for any number of waiting callers.
///
/// Unchecked because values need not be sendable: the operation does not use its result after it passed it on; a lock
/// guards the state.
final class OperationOutcome<Success, Failure: Error>: @unchecked Sendable {
    private let lock = NSLock()
    private var result: Result<Success, Failure>?
    private var waiting: [(Result<Success, Failure>) -> Void] = []

    /// Whether there is a result.
    var isSettled: Bool { lock.withLock { result != nil } }

    /// Sets the result; without effect if there is one.
    ///
    /// - Returns: whether there was none.
    func settle(_ result: Result<Success, Failure>) -> Bool {
        let receivers = lock.withLock { () -> [(Result<Success, Failure>) -> Void]? in
            guard self.result == nil else { return nil }
            self.result = result
            defer { waiting = [] }
            return waiting
        }
        receivers?.forEach { $0(result) }
        return receivers != nil
    }

    /// Calls the receiver with the result, now or when it is known.
    func whenSettled(_ receive: @escaping (Result<Success, Failure>) -> Void) {
        let known = lock.withLock {
            if result == nil {
                waiting.append(receive)
            }
            return result
        }
        if let known {
            receive(known)
        }
    }

    /// Waits for the value.
    ///
    /// - Throws: the operation's error.
    func value() async throws -> Success {
        let delivery = await withCheckedContinuation { continuation in
            whenSettled { continuation.resume(returning: Delivery(result: $0)) }
        }
        return try delivery.result.get()
    }

    /// A result on its way into a task.
    ///
    /// Unchecked because the operation gives its result away.
    private struct Delivery: @unchecked Sendable {
        let result: Result<Success, Failure>
    }
}
