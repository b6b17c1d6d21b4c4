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
        guard Self.nestsTolerably(json) else { throw .tooDeep }
        do {
            self = try JSONDecoder().decode(WireValue.self, from: json)
        } catch {
            throw .notJSON
        }
    }

    /// Looks at brackets only, so that hostile nesting never reaches a recursive parser; a zero byte is not JSON in UTF-8.
    private static func nestsTolerably(_ json: Data) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in json {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case 0: return false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += isInString ? 0 : 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= isInString ? 0 : 1
            default: break
            }
            if depth > maximumDepth { return false }
        }
        return true
    }
}

extension WireValue: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode([String: WireValue].self) {
            self = .object(value)
        } else {
            self = .array(try container.decode([WireValue].self))
        }
    }
}
