// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

extension HubCategory {
    /// Calls the listener with the result of an operation, once.
    @preconcurrency
    public func listenForResult<Request: AmplifyOperationRequest, Success, Failure: AmplifyError>(
        to operation: AmplifyOperation<Request, Success, Failure>,
        resultListener: @escaping AmplifyOperation<Request, Success, Failure>.ResultListener
    ) -> UnsubscribeToken {
        listen(to: operation, by: ResultReceiver(hub: self, listener: resultListener))
    }

    /// Calls the listener with each report of an operation, until there is a result.
    @preconcurrency
    public func listenForInProcess<Request: AmplifyOperationRequest, InProcess, Success, Failure: AmplifyError>(
        to operation: AmplifyInProcessReportingOperation<Request, InProcess, Success, Failure>,
        inProcessListener:
            @escaping AmplifyInProcessReportingOperation<
                Request, InProcess, Success, Failure
            >.InProcessListener
    ) -> UnsubscribeToken {
        listen(to: operation, by: ReportReceiver<InProcess, Success, Failure>(hub: self, listener: inProcessListener))
    }

    private func listen<Request: AmplifyOperationRequest>(
        to operation: AmplifyOperation<Request, some Any, some AmplifyError>,
        by receiver: any PayloadReceiver
    ) -> UnsubscribeToken {
        let channel = HubChannel(from: operation.categoryType)
        let filter = HubFilters.forOperation(operation)
        let token = listen(to: channel, isIncluded: filter) { receiver.receive($0) }
        receiver.subscription.begin(token)
        return token
    }
}

/// Receives the events of an operation; hides the operation's types, which a closure must not capture.
private protocol PayloadReceiver: Sendable {
    var subscription: EndingSubscription { get }

    func receive(_ payload: HubPayload)
}

private struct ResultReceiver<Success, Failure: AmplifyError>: PayloadReceiver {
    let subscription: EndingSubscription
    let listener: @Sendable (Result<Success, Failure>) -> Void

    init(hub: HubCategory, listener: @escaping @Sendable (Result<Success, Failure>) -> Void) {
        subscription = EndingSubscription(hub: hub)
        self.listener = listener
    }

    func receive(_ payload: HubPayload) {
        guard let result = payload.data as? Result<Success, Failure> else { return }
        subscription.end()
        listener(result)
    }
}

private struct ReportReceiver<InProcess, Success, Failure: AmplifyError>: PayloadReceiver {
    let subscription: EndingSubscription
    let listener: @Sendable (InProcess) -> Void

    init(hub: HubCategory, listener: @escaping @Sendable (InProcess) -> Void) {
        subscription = EndingSubscription(hub: hub)
        self.listener = listener
    }

    func receive(_ payload: HubPayload) {
        if payload.data is Result<Success, Failure> {
            subscription.end()
        } else if let report = payload.data as? InProcess {
            listener(report)
        }
    }
}

/// A subscription that one of its events ends, perhaps before its token is known.
private final class EndingSubscription: Sendable {
    private enum State {
        case starting, ended
        case listening(UnsubscribeToken)
    }

    private let hub: HubCategory
    private let state = Mutex(State.starting)

    init(hub: HubCategory) {
        self.hub = hub
    }

    func begin(_ token: UnsubscribeToken) {
        let hasEnded = state.withLock { state in
            if case .ended = state { return true }
            state = .listening(token)
            return false
        }
        if hasEnded {
            hub.removeListener(token)
        }
    }

    func end() {
        let token = state.withLock { state -> UnsubscribeToken? in
            defer { state = .ended }
            if case .listening(let token) = state { return token }
            return nil
        }
        if let token {
            hub.removeListener(token)
        }
    }
}
