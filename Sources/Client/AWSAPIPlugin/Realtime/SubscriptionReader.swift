// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseWire

/// The app's side of a subscription, without the type of its data.
struct SubscriptionReader: Sendable {
    /// The number of events that wait for the app before its subscription ends.
    static let longestQueue = 1_000

    /// Reports a change of the connection.
    let notify: @Sendable (SubscriptionConnectionState) -> Void
    /// Reports data.
    let deliver: @Sendable (WireValue) -> Void
    /// Ends the events, with an error or without.
    let end: @Sendable (RealtimeFailure?) -> Void

    /// Creates the side of an app that reads a sequence.
    ///
    /// - Parameters:
    ///   - events: the sequence. It keeps a limited number of events; one more ends it with an error.
    ///   - decodePath: the path to the value below `data`.
    ///   - origin: the source of the relations of records.
    init<R: Decodable & Sendable>(
        _ events: AsyncThrowingStream<GraphQLSubscriptionEvent<R>, any Error>.Continuation, decodePath: String?,
        origin: AnswerOrigin
    ) {
        let send = { @Sendable (event: GraphQLSubscriptionEvent<R>) in
            if case .dropped = events.yield(event) { events.finish(throwing: Self.tooSlow) }
        }
        notify = { send(.connection($0)) }
        deliver = { payload in
            do throws(APIError) {
                send(.data(try GraphQLAnswer(payload: payload).response(as: R.self, at: decodePath, from: origin)))
            } catch {
                events.finish(throwing: error)
            }
        }
        end = { failure in
            if let failure {
                events.finish(throwing: failure.apiError(R.self))
            } else {
                events.finish()
            }
        }
    }

    private static var tooSlow: APIError {
        .operationError(
            "The app has left \(longestQueue) events of the subscription unread", "Read the events as they arrive")
    }
}
