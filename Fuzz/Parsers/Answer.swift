// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

@testable import GatehouseClient

extension FuzzedParser {
    /// Answers as clients read them, in JSON and in the XML of the query protocol: the first byte chooses the status, the
    /// others are the body, whose first line stands in the headers too.
    func feedAnswer(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let body = Data(bytes.dropFirst())
        let line = String(decoding: bytes.dropFirst().prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let response = TransportResponse(
            status: 400 + Int(choice), headers: [("x-amzn-ErrorType", line), ("x-amzn-ErrorMessage", line)], body: body)
        _ = FaultReader.read(response)
        _ = FaultReader.read(TransportResponse(status: 400 + Int(choice), body: body))
        let document = try? WireDocument(json: Array(body))
        precondition(document?.value == (try? WireValue(json: body)), "an answer is not read as its value is")
        _ = try? QueryAnswer.result(body, operation: "GetCallerIdentity")
        _ = QueryAnswer.fault(body: body, status: 400)
    }
}
