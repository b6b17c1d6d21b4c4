// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

extension AWSAPIPlugin {
    /// Runs a query, and calls a listener with its result.
    ///
    /// - Parameters:
    ///   - request: the document, its variables and the type of the answer.
    ///   - listener: receives the answer, or the reason why there is none, once.
    /// - Returns: the query, which has begun.
    @preconcurrency
    public func query<R: Decodable & Sendable>(
        request: GraphQLRequest<R>, listener: GraphQLOperation<R>.ResultListener?
    ) -> GraphQLOperation<R> {
        started(AWSGraphQLOperation(request, .query, self, listener: listener))
    }

    /// Runs a mutation, and calls a listener with its result.
    ///
    /// - Parameters:
    ///   - request: the document, its variables and the type of the answer.
    ///   - listener: receives the answer, or the reason why there is none, once.
    /// - Returns: the mutation, which has begun.
    @preconcurrency
    public func mutate<R: Decodable & Sendable>(
        request: GraphQLRequest<R>, listener: GraphQLOperation<R>.ResultListener?
    ) -> GraphQLOperation<R> {
        started(AWSGraphQLOperation(request, .mutation, self, listener: listener))
    }

    /// Starts a subscription, and calls listeners with its events and its end.
    ///
    /// - Parameters:
    ///   - request: the document, its variables and the type of an event's data.
    ///   - valueListener: receives the events.
    ///   - completionListener: receives the end once: a success when the app or the service ends the subscription.
    /// - Returns: the subscription, which has begun. It lasts until the app cancels it, also without a reference to it.
    @preconcurrency
    public func subscribe<R: Sendable>(
        request: GraphQLRequest<R>, valueListener: GraphQLSubscriptionOperation<R>.InProcessListener?,
        completionListener: GraphQLSubscriptionOperation<R>.ResultListener?
    ) -> GraphQLSubscriptionOperation<R> {
        started(
            AWSGraphQLSubscriptionOperation(
                request, self, valueListener: valueListener, completionListener: completionListener))
    }

    private func started<Work: AsynchronousOperation>(_ operation: Work) -> Work {
        operation.start()
        return operation
    }
}
