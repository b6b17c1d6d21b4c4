// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// A shape of the service as a JSON document in a TEXT column.
struct SQLDocument<Shape: WireStructure>: SQLConvertible {
    let shape: Shape

    init(_ shape: Shape) {
        self.shape = shape
    }

    var sqlValue: SQLValue { .text(String(decoding: shape.wireValue(in: .json).json(), as: UTF8.self)) }

    /// Reads the document; `nil` if it cannot be read, and the error then contains the column's name.
    init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue, let value = try? WireValue(json: Data(text.utf8)),
            let shape = try? Shape(answer: value, form: .json)
        else { return nil }
        self.shape = shape
    }
}
