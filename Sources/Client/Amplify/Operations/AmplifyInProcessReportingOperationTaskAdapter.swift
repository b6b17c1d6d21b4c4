// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

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
