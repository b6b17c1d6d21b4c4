// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

@Suite struct SecretTests {
    private struct Refusal: Error, Equatable {}

    @Test func `a secret lends what it was given`() {
        let secret = Secret(utf8: "Pässword")
        let bytes = secret.withBytes { $0 }
        #expect(bytes == Array("Pässword".utf8))
        let (count, empty) = (secret.count, Secret([]).withBytes { $0 })
        #expect(count == 9)
        #expect(empty.isEmpty)
    }

    @Test func `the borrower's error comes back`() {
        let secret = Secret([1, 2, 3])
        #expect(throws: Refusal.self) { try secret.withBytes { _ in throw Refusal() } }
        let bytes = secret.withBytes { $0 }
        #expect(bytes == [1, 2, 3])
    }

    @Test(arguments: [("a", "a", true), ("a", "b", false), ("a", "aa", false), ("", "", true)])
    func `secrets match when their bytes do`(a: String, b: String, equal: Bool) {
        let matches = Secret(utf8: a).matches(Secret(utf8: b))
        #expect(matches == equal)
    }

    @Test(arguments: [([1, 2], [1, 2], true), ([1, 2], [1, 3], false), ([1], [1, 1], false), ([], [], true)])
    func `constant-time comparison compares`(a: [UInt8], b: [UInt8], equal: Bool) {
        #expect(constantTimeEqual(a, b) == equal)
    }
}
