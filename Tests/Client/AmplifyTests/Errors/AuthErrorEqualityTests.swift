// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

@Suite struct AuthErrorEqualityTests {
    private static let errors: [AuthError] = [
        .configuration("a", "b"), .service("a", "b"), .validation("f", "a", "b"), .notAuthorized("a", "b"),
        .invalidState("a", "b"), .signedOut("a", "b"), .sessionExpired("a", "b"),
    ]
    private static let twins: [AuthError] = [
        .configuration("x", ""), .service("x", "", AuthError.unknown("cause")), .validation("g", "x", ""),
        .notAuthorized("x", ""), .invalidState("x", ""), .signedOut("x", ""), .sessionExpired("x", ""),
    ]

    @Test(arguments: errors.indices, twins.indices)
    func `only the case counts`(left: Int, right: Int) {
        #expect((Self.errors[left] == Self.twins[right]) == (left == right))
    }

    @Test func `an unknown error equals nothing, not even itself`() {
        let unknown = AuthError.unknown("a")
        let another = AuthError.unknown("a")
        #expect(unknown != another)
        for error in Self.errors {
            #expect(unknown != error && error != unknown)
        }
    }
}
