// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

extension WireValue {
    /// How deep arrays and objects may nest in a document.
    package static let maximumDepth = 64

    /// Reads a JSON document in UTF-8.
    ///
    /// A number becomes an integer if it fits in 64 bits exactly, else a floating-point number.
    /// - Parameter json: The document.
    /// - Throws: `WireSyntaxError` if it is not JSON, nests too deep or holds a number out of range.
    package init(json: Data) throws(WireSyntaxError) {
        try JSONPrecheck.check(json, maximumDepth: Self.maximumDepth)
        do {
            self = try JSONDecoder().decode(WireValue.self, from: json)
        } catch {
            throw .notJSON
        }
    }
}

extension WireValue: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each wrong guess costs a thrown error, so the likeliest types of service messages come first.
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([String: WireValue].self) {
            self = .object(value)
        } else if let value = try? container.decode([WireValue].self) {
            self = .array(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else {
            self = .bool(try container.decode(Bool.self))
        }
    }
}
