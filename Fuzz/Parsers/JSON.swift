// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

extension FuzzedParser {
    /// The JSON envelope: a value that was read and written is the same when it is read again.
    func feedJSON(_ bytes: [UInt8]) {
        let read = Result { () throws(WireSyntaxError) in try WireValue(foreignJSON: bytes) }
        let scanned = Result { () throws(WireSyntaxError) in try WireDocument(foreignJSON: bytes).value }
        precondition(read == scanned, "a document is not read as the value is")
        guard case .success(let value) = read else { return }
        let again = try? WireValue(foreignJSON: value.json())
        precondition(again == value, "JSON that was written does not read the same")
    }

    /// Forms of the query protocol: a value that was read and written is the same when it is read again.
    func feedForm(_ bytes: [UInt8]) {
        guard let form = try? QueryRequest(body: Data(bytes)) else { return }
        let again = try? QueryRequest(body: form.body())
        precondition(again?.action == form.action, "a form that was written names another action")
    }
}
