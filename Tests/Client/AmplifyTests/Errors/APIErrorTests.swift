// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct APIErrorTests {
    @Test func `each case describes itself`() throws {
        struct Cause: Error {}
        let url = try #require(URL(string: "https://example.org/"))
        let response = try #require(HTTPURLResponse(url: url, statusCode: 401, httpVersion: nil, headerFields: nil))
        let errors: [(APIError, String)] = [
            (.unknown("d", "s", Cause()), "d"), (.invalidConfiguration("d", "s", Cause()), "d"),
            (.invalidURL("d", "s", Cause()), "d"), (.operationError("d", "s", Cause()), "d"),
            (.networkError("d", ["a": 1], Cause()), "d"), (.pluginError(AuthError.signedOut("d", "s")), "d"),
        ]
        for (error, description) in errors {
            #expect(error.errorDescription == description && !error.recoverySuggestion.isEmpty)
            #expect(error.underlyingError != nil)
        }
        let status = APIError.httpStatusError(401, response)
        #expect(status.errorDescription == "The HTTP response status code is [401]." && status.underlyingError == nil)
    }

    @Test func `an error of another type is unknown, and a cancellation an operation's error`() {
        struct Cause: Error {}
        guard case .unknown = APIError(error: Cause()), case .operationError = APIError(error: CancellationError()),
            case .invalidURL = APIError(error: APIError.invalidURL("", ""))
        else {
            Issue.record("An error has another case.")
            return
        }
        #expect(APIError(error: CancellationError()).isOperationCancelledError)
    }

    @Test func `the kinds of operations have the names of Hub's events`() {
        let types: [GraphQLOperationType] = [.query, .mutation, .subscription]
        #expect(types.map(\.hubEventName) == ["API.query", "API.mutate", "API.subscribe"])
        #expect(types.map(\.rawValue) == ["query", "mutation", "subscription"])
    }
}
