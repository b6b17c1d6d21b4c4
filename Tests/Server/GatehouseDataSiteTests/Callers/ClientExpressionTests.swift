// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDataSite

/// The expressions for clients and tokens.
@Suite struct ClientExpressionTests {
    private let expressions = ClientExpressions()

    @Test func `an expression matches the whole text, also when it is used again`() {
        for _ in 0..<2 {
            #expect(expressions["a+"].accepts("aaa") && !expressions["a+"].accepts("aab"))
            #expect(!expressions["("].accepts("(") && expressions[nil].accepts("x"))
            #expect(expressions[nil].accepts(oneOf: []) && !expressions["a+"].accepts(oneOf: ["b"]))
        }
    }

    @Test func `a text that is too long for an expression is not accepted`() {
        let longest = String(repeating: "a", count: ClientExpression.longestText)
        #expect(expressions["a+"].accepts(longest) && !expressions["a+"].accepts(longest + "a"))
        #expect(expressions[nil].accepts(longest + "a"))
    }
}
