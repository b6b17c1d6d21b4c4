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
    /// Notes that the app reads no more.
    let leave: @Sendable () -> Void

    /// Creates the side of an app that reads a sequence.
    ///
    /// - Parameters:
    ///   - events: the sequence. It keeps a limited number of events; one more ends it with an error.
    ///   - decodePath: the path to the value below `data`.
    ///   - origin: the source of the relations of records.
    ///   - report: reports the states and the end to Hub; `nil` if the caller does.
    init<R: Decodable & Sendable>(
        _ events: AsyncThrowingStream<GraphQLSubscriptionEvent<R>, any Error>.Continuation, decodePath: String?,
        origin: AnswerOrigin, report: SubscriptionReport<R>?
    ) {
        let finish = { @Sendable (error: APIError?) in
            report?.end(error)
            events.finish(throwing: error)
        }
        let send = { @Sendable (event: GraphQLSubscriptionEvent<R>) in
            if case .dropped = events.yield(event) { finish(Self.tooSlow) }
        }
        notify = { state in
            report?.state(state)
            send(.connection(state))
        }
        deliver = { payload in
            do throws(APIError) {
                send(.data(try GraphQLAnswer(payload: payload).response(as: R.self, at: decodePath, from: origin)))
            } catch {
                finish(error)
            }
        }
        end = { finish($0?.apiError(R.self)) }
        leave = { report?.end(nil) }
    }

    private static var tooSlow: APIError {
        .operationError(
            "The app has left \(longestQueue) events of the subscription unread", "Read the events as they arrive")
    }
}
