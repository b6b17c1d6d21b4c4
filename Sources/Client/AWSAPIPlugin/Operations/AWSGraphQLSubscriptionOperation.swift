// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import Foundation
import Synchronization

/// A subscription of the plugin as an operation, which lasts until it is cancelled or the service ends it.
///
/// Unchecked because operations are so: a request is only read, and a lock guards the events.
public final class AWSGraphQLSubscriptionOperation<R: Decodable & Sendable>: GraphQLSubscriptionOperation<R>,
    @unchecked Sendable
{
    private let plugin: AWSAPIPlugin
    private let call: GraphQLRequest<R>
    private let events = Mutex<AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>>?>(nil)

    /// Creates an operation that has not started.
    ///
    /// - Parameters:
    ///   - call: the request.
    ///   - plugin: subscribes.
    ///   - valueListener: receives the events.
    ///   - completionListener: receives the end once.
    init(
        _ call: GraphQLRequest<R>, _ plugin: AWSAPIPlugin, valueListener: InProcessListener?,
        completionListener: ResultListener?
    ) {
        self.plugin = plugin
        self.call = call
        super.init(
            categoryType: .api, eventName: GraphQLOperationType.subscription.hubEventName,
            request: call.operationRequest(.subscription), inProcessListener: valueListener,
            resultListener: completionListener)
    }

    /// Subscribes, and dispatches the events and the end.
    override public func main() {
        let events = plugin.events(of: call, report: nil)
        self.events.withLock { $0 = events }
        // `cancel()` may have come before there were events.
        if isCancelled { events.cancel() }
        Task {
            do {
                for try await event in events { dispatchInProcess(data: event) }
                dispatch(result: .success(()))
            } catch {
                dispatch(result: .failure(APIError(error: error)))
            }
            finish()
        }
    }

    /// Ends the subscription, and dispatches its success: this is the way to end one.
    override public func cancel() {
        guard !isFinished && !isCancelled else { return }
        dispatchInProcess(data: .connection(.disconnected))
        dispatch(result: .success(()))
        super.cancel()
        events.withLock { $0 }?.cancel()
    }
}
