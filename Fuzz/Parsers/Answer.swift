// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

extension FuzzedParser {
    /// Answers as clients read them, in JSON and in the XML of the query protocol.
    func feedAnswer(_ bytes: [UInt8]) {
        let body = Data(bytes)
        _ = try? AWSJSON.answer(body)
        _ = AWSJSON.fault(body: body, errorType: String(decoding: bytes, as: UTF8.self), status: 400)
        _ = try? QueryAnswer.result(body, operation: "GetCallerIdentity")
        _ = QueryAnswer.fault(body: body, status: 400)
    }
}
