// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire

extension TriggerCall {
    static let arn = "arn:aws:lambda:eu-west-1:123456789012:function:one"

    static func make(event: WireValue = ["triggerSource": "test"]) -> TriggerCall {
        TriggerCall(id: "call-1", function: arn, poolID: "eu-west-1_abcdefghi", event: event)
    }
}
