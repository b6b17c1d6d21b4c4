// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// A user's attributes as a JSON object in a TEXT column.
struct UserAttributesDocument: SQLConvertible {
    let values: [String: String]

    init(_ values: [String: String]) {
        self.values = values
    }

    var sqlValue: SQLValue {
        .text(String(decoding: WireValue.object(ofTexts: values).jsonBytes(), as: UTF8.self))
    }

    /// Reads the object; `nil` if a value is not a string, and the error then contains the column's name.
    init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue, let members = try? WireValue(json: Array(text.utf8)).objectValue else {
            return nil
        }
        var values: [String: String] = [:]
        for (name, value) in members {
            guard let value = value.stringValue else { return nil }
            values[name.text] = value
        }
        self.values = values
    }
}
