// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Synchronization

/// Reports a subscription to Hub: the states of its connection, and its end as a result.
///
/// The data is for the reader of the subscription alone. The states end with `disconnected`, whatever the end.
///
/// Unchecked because the variables of a request may be of any type: nothing changes the request, and the lock guards the
/// state.
final class SubscriptionReport<R: Decodable & Sendable>: @unchecked Sendable {
    private let context: AmplifyOperationContext<GraphQLOperationRequest<R>>
    private let hub: @Sendable (HubPayload) -> Void
    private let progress = Mutex(Progress())

    private struct Progress {
        /// Nil before the first state.
        var last: SubscriptionConnectionState?
        var hasEnded = false
    }

    /// Creates the report of a subscription that has a request, to the receiver of a plugin's events.
    init(_ request: GraphQLRequest<R>, _ hub: @escaping @Sendable (HubPayload) -> Void) {
        self.hub = hub
        context = AmplifyOperationContext(operationId: UUID(), request: request.operationRequest(.subscription))
    }

    /// Reports a state.
    func state(_ state: SubscriptionConnectionState) {
        let isReported = progress.withLock { progress in
            if !progress.hasEnded { progress.last = state }
            return !progress.hasEnded
        }
        if isReported { dispatch(GraphQLSubscriptionEvent<R>.connection(state)) }
    }

    /// Reports the end, with an error or without; later ends are not reported.
    func end(_ error: APIError?) {
        let before = progress.withLock { progress in
            defer { progress.hasEnded = true }
            return progress
        }
        guard !before.hasEnded else { return }
        if let last = before.last, last != .disconnected {
            dispatch(GraphQLSubscriptionEvent<R>.connection(.disconnected))
        }
        dispatch(error.map { Result<Void, APIError>.failure($0) } ?? .success(()))
    }

    private func dispatch(_ data: Any) {
        hub(HubPayload(eventName: HubPayload.EventName.API.subscribe, context: context, data: data))
    }
}
