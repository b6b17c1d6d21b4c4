// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// An operation that reports its progress, too.
///
/// Unchecked because `AmplifyOperation` is so.
open class AmplifyInProcessReportingOperation<
    Request: AmplifyOperationRequest, InProcess, Success, Failure: AmplifyError
>: AmplifyOperation<Request, Success, Failure>, @unchecked Sendable {
    /// The type of a report.
    public typealias InProcess = InProcess

    /// A closure that receives the reports.
    public typealias InProcessListener = @Sendable (InProcess) -> Void

    let reports = SharedSubject<InProcess, Never>()
    private let inProcessListener = Mutex<UnsubscribeToken?>(nil)

    /// Makes an operation that has not started.
    ///
    /// One listener receives the reports until there is a result, the other one receives the result once.
    @preconcurrency
    public init(
        categoryType: CategoryType,
        eventName: HubPayloadEventName,
        request: Request,
        inProcessListener: InProcessListener? = nil,
        resultListener: ResultListener? = nil
    ) {
        super.init(
            categoryType: categoryType, eventName: eventName, request: request, resultListener: resultListener)
        if let inProcessListener {
            let token = Amplify.Hub.listenForInProcess(to: self, inProcessListener: inProcessListener)
            self.inProcessListener.withLock { $0 = token }
        }
    }

    /// Cancels the operation, and ends its reports.
    override open func cancel() {
        // A result ends the listener's subscription after the reports that were sent before it.
        let hasResult = outcome.isSettled
        super.cancel()
        if !hasResult { removeInProcessResultListener() }
    }

    /// Publishes the result, sends it to the category's Hub channel, and ends the reports.
    override public func dispatch(result: OperationResult) {
        super.dispatch(result: result)
        reports.value.send(completion: .finished)
    }

    /// Publishes a report and sends it to the category's Hub channel.
    public func dispatchInProcess(data: InProcess) {
        reports.value.send(data)
        send(data)
    }

    /// Ends the subscription of the listener for reports that the operation was made with.
    public func removeInProcessResultListener() {
        if let token = inProcessListener.withLock({ $0.take() }) {
            Amplify.Hub.removeListener(token)
        }
    }
}

extension AmplifyOperation {
    /// Publishes the result, also after it is known.
    public var resultPublisher: AnyPublisher<Success, Failure> {
        Future { [outcome] promise in outcome.whenSettled(promise) }.eraseToAnyPublisher()
    }
}

extension AmplifyInProcessReportingOperation {
    /// Publishes the reports from now on; completes when there is a result.
    public var inProcessPublisher: AnyPublisher<InProcess, Never> {
        reports.value.eraseToAnyPublisher()
    }
}
