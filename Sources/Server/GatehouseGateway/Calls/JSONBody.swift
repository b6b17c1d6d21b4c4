// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// Parses request bodies of AWS JSON 1.1.
enum JSONBody {
    /// The request's object; an empty body is an empty object.
    /// - Throws: `SerializationException` for any other body.
    static func input(_ body: Data) throws(ServiceFault) -> WireValue {
        guard !body.isEmpty else { return [:] }
        do {
            let value = try WireValue(foreignJSON: body)
            if value.objectValue != nil { return value }
        } catch .notStreamSafe {
            throw .notStreamSafe
        } catch {
            throw ServiceFault(.serialization, "The body is not JSON in UTF-8.", cause: error)
        }
        throw ServiceFault(.serialization, "The body is not a JSON object.")
    }
}
