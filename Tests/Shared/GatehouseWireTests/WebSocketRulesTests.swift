// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

/// The rules that both sides of a WebSocket share.
struct WebSocketRulesTests {
    @Test func `a frame may have the statuses of the standard, of the register, of libraries and of applications`() {
        let allowed = (UInt16.min...UInt16.max).filter(WebSocketRules.maySend)
        #expect(allowed == [1_000, 1_001, 1_002, 1_003] + Array(1_007...1_014) + Array(3_000...4_999))
    }

    @Test(arguments: [
        ("", ""), (String(repeating: "a", count: 123), String(repeating: "a", count: 123)),
        (String(repeating: "a", count: 124), String(repeating: "a", count: 123)),
        (String(repeating: "é", count: 62), String(repeating: "é", count: 61)),
        (String(repeating: "😀", count: 40), String(repeating: "😀", count: 30)),
        // One character of many code points.
        ("e" + String(repeating: "\u{301}", count: 100), "e" + String(repeating: "\u{301}", count: 61)),
    ])
    func `a long reason is cut off between two code points`(reason: String, fitting: String) {
        #expect(Array(WebSocketRules.fittingReason(reason).utf8) == Array(fitting.utf8))
    }
}
