// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseWire

extension Message {
    /// A message in which everything has a default.
    static func make(
        to recipient: String = "ada@example.org", medium: Medium = .email, code: String = "314159",
        subject: String = "Your code", body: String = "Your code is 314159", isHTML: Bool = false,
        letterhead: Letterhead = Letterhead(), at date: Date = Date(timeIntervalSince1970: 1_767_225_600),
        until expiry: Date? = nil
    ) -> Message {
        Message(
            to: recipient, medium: medium, kind: .signUp, code: code, subject: subject, body: body, isHTML: isHTML,
            letterhead: letterhead, at: date, until: expiry)
    }
}

extension TriggerCall {
    static let arn = "arn:aws:lambda:eu-west-1:123456789012:function:one"

    static func make(
        event: WireValue = ["triggerSource": "test"], of pool: String = "eu-west-1_abcdefghi"
    ) -> TriggerCall {
        TriggerCall(id: "call-1", function: arn, poolID: pool, event: event)
    }
}
