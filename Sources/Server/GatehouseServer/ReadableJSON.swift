// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// JSON in lines for people.
enum ReadableJSON {
    /// A document with a line for each member, in the order of the names, and a line feed at its end.
    /// - Throws: if the data is not JSON.
    static func data(_ json: Data) throws -> Data {
        let object = try JSONSerialization.jsonObject(with: json)
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try JSONSerialization.data(withJSONObject: object, options: options) + Data("\n".utf8)
    }
}
