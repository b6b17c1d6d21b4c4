// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

/// A subscription that reports its events through Hub, and its end as the result.
open class GraphQLSubscriptionOperation<R: Decodable & Sendable>: AmplifyInProcessReportingOperation<
    GraphQLOperationRequest<R>, GraphQLSubscriptionEvent<R>, Void, APIError
>, @unchecked Sendable
{}

extension GraphQLSubscriptionOperation {
    /// Publishes the states of the connection from now on; completes with the subscription.
    public var connectionStatePublisher: AnyPublisher<SubscriptionConnectionState, APIError> {
        publisher { event in
            if case .connection(let state) = event { state } else { nil }
        }
    }

    /// Publishes the data from now on; completes with the subscription.
    public var subscriptionDataPublisher: AnyPublisher<GraphQLResponse<R>, Failure> {
        publisher { event in
            if case .data(let response) = event { response } else { nil }
        }
    }

    private func publisher<Part>(
        of part: @escaping (GraphQLSubscriptionEvent<R>) -> Part?
    ) -> AnyPublisher<Part, APIError> {
        // The events end without an error; the result, which is known by then, has it.
        let end = resultPublisher.flatMap { _ in Empty<Part, APIError>() }
        return inProcessPublisher.compactMap(part).setFailureType(to: APIError.self).append(end).eraseToAnyPublisher()
    }
}
