// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// An operation as a task.
///
/// Unchecked because the class is not final; the operation guards its own state.
public class AmplifyOperationTaskAdapter<
    Request: AmplifyOperationRequest, Success, Failure: AmplifyError
>: AmplifyTask, @unchecked Sendable {
    private let operation: AmplifyOperation<Request, Success, Failure>

    /// Makes a task of an operation, which has to be started by the caller.
    public init(operation: AmplifyOperation<Request, Success, Failure>) {
        self.operation = operation
    }

    /// The operation's value, when there is one; cancelling the waiting task cancels the operation.
    ///
    /// - Throws: `Failure`.
    public var value: Success {
        get async throws { try await operation.value() }
    }

    /// Pauses the operation, if it can pause.
    public func pause() {
        operation.pause()
    }

    /// Resumes the operation after a pause.
    public func resume() {
        operation.resume()
    }

    /// Cancels the operation.
    public func cancel() {
        operation.cancel()
    }

    /// Publishes the operation's result.
    public var resultPublisher: AnyPublisher<Success, Failure> { operation.resultPublisher }
}

extension AmplifyOperationTaskAdapter where Request: RequestIdentifier {
    /// The id of the request that the operation was made for.
    public var requestID: String { operation.request.requestID }
}

extension AmplifyOperation {
    /// Waits for the value, and cancels the operation if the waiting task is cancelled.
    ///
    /// - Throws: `Failure`.
    func value() async throws -> Success {
        // A closure must not capture the class's generic types.
        let operation: any Cancellable & Sendable = self
        return try await withTaskCancellationHandler {
            try await outcome.value()
        } onCancel: {
            operation.cancel()
        }
    }
}

/// An operation that reports its progress, as a task.
///
/// Unchecked because the class is not final; the operation guards its own state.
public class AmplifyInProcessReportingOperationTaskAdapter<
    Request: AmplifyOperationRequest, InProcess: Sendable, Success, Failure: AmplifyError
>: AmplifyTask, AmplifyInProcessReportingTask, @unchecked Sendable {
    /// The reports, for one reader; cancelling the sequence cancels the operation.
    public let inProcess: AmplifyAsyncSequence<InProcess>

    private let operation: AmplifyInProcessReportingOperation<Request, InProcess, Success, Failure>
    private let subscription: AnyCancellable

    /// Makes a task of an operation, which has to be started by the caller.
    public init(operation: AmplifyInProcessReportingOperation<Request, InProcess, Success, Failure>) {
        let sequence = AmplifyAsyncSequence<InProcess>(parent: operation)
        subscription = operation.inProcessPublisher.sink(
            receiveCompletion: { _ in sequence.finish() },
            receiveValue: { sequence.send($0) }
        )
        inProcess = sequence
        self.operation = operation
    }

    /// The operation's value, when there is one; cancelling the waiting task cancels the operation.
    ///
    /// - Throws: `Failure`.
    public var value: Success {
        get async throws { try await operation.value() }
    }

    /// Pauses the operation, if it can pause.
    public func pause() {
        operation.pause()
    }

    /// Resumes the operation after a pause.
    public func resume() {
        operation.resume()
    }

    /// Cancels the operation.
    public func cancel() {
        operation.cancel()
    }

    /// Publishes the operation's result.
    public var resultPublisher: AnyPublisher<Success, Failure> { operation.resultPublisher }

    /// Publishes the operation's reports.
    public var inProcessPublisher: AnyPublisher<InProcess, Never> { operation.inProcessPublisher }
}

extension AmplifyInProcessReportingOperationTaskAdapter where Request: RequestIdentifier {
    /// The id of the request that the operation was made for.
    public var requestID: String { operation.request.requestID }
}
