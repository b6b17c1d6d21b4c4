// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

/// The events of a subscription as texts, for one reader.
struct SeenEvents {
    private let sequence: AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<Todo>>
    private var iterator: AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<Todo>>.Iterator

    init(_ sequence: AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<Todo>>) {
        self.sequence = sequence
        iterator = sequence.makeAsyncIterator()
    }

    /// The next event: a state, a title or an error; nil at the end.
    mutating func next() async throws -> String? {
        switch try await iterator.next(isolation: #isolation) {
        case .connection(let state): "\(state)"
        case .data(.success(let todo)): todo.title
        case .data(.failure(let error)): "\(error.errorDescription)"
        case nil: nil
        }
    }

    /// A number of events.
    mutating func next(_ count: Int) async throws -> [String?] {
        var seen: [String?] = []
        for _ in 0..<count { seen.append(try await next()) }
        return seen
    }

    /// Reads up to the error with which the events end.
    mutating func failure() async throws -> APIError {
        while true {
            do {
                _ = try #require(try await next())
            } catch let error as APIError {
                return error
            }
        }
    }

    /// Ends the subscription.
    func cancel() { sequence.cancel() }
}
