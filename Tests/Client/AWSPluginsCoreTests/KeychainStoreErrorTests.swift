// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Testing

@Suite struct KeychainStoreErrorTests {
    private struct Cause: Error {}

    private static let errors: [KeychainStoreError] = [
        .configuration(message: "m"), .unknown("u"), .conversionError("v", Cause()), .codingError("c", Cause()),
        .itemNotFound, .securityError(-25_300),
    ]

    @Test(arguments: errors)
    func `every error says what went wrong`(error: KeychainStoreError) {
        #expect(!error.errorDescription.isEmpty)
        #expect(error.debugDescription.hasPrefix("KeychainStoreError: "))
    }

    @Test func `causes are kept`() {
        #expect(KeychainStoreError.codingError("c", Cause()).underlyingError is Cause)
        #expect(KeychainStoreError.itemNotFound.underlyingError == nil)
        #expect(KeychainStoreError(error: Cause()).underlyingError is Cause)
        #expect(KeychainStoreError(error: CancellationError()).isOperationCancelledError)
    }

    @Test func `an error of the same type stays itself`() {
        guard case .securityError(5) = KeychainStoreError(error: KeychainStoreError.securityError(5)) else {
            Issue.record("the error was wrapped")
            return
        }
    }

    @Test(arguments: errors.indices, errors.indices)
    func `two errors are equal if they are the same case`(left: Int, right: Int) {
        #expect((Self.errors[left] == Self.errors[right]) == (left == right))
    }

    @Test func `of the payloads only the status counts`() {
        #expect(KeychainStoreError.unknown("a") == .unknown("b", Cause()))
        #expect(KeychainStoreError.securityError(1) != .securityError(2))
    }
}
