// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserFilter {
    /// Parses a `Filter`: an attribute, `=` or `^=`, and a quoted value, in which `\"` is a quotation mark.
    ///
    /// It parses bytes, because a step over a `Character` can inspect all characters before it.
    ///
    /// - Returns: `nil` for an empty filter, which matches every user.
    /// - Throws: `InvalidParameterException` for a text that does not follow the grammar.
    package init?(parsing text: String) throws(ServiceFault) {
        let bytes = Array(text.utf8)[...].trimmed
        guard !bytes.isEmpty else { return nil }
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { throw Self.malformed }
        let head = bytes[..<equals]
        let comparison: Comparison = head.last == UInt8(ascii: "^") ? .startsWith : .equals
        let name = (comparison == .startsWith ? head.dropLast() : head).trimmed
        // Some older clients put the attribute's name in quotation marks as well.
        guard let value = try Self.unquoted(bytes[(equals + 1)...].trimmed) else { throw Self.malformed }
        self.init(field: try Self.field(name.withoutQuotes ?? name), comparison: comparison, value: value)
    }

    private static let malformed = ServiceFault.invalidParameter("Error while parsing filter")

    private static func field(_ bytes: ArraySlice<UInt8>) throws(ServiceFault) -> Field {
        let name = String(decoding: bytes, as: UTF8.self)
        if let field = Field(rawValue: name) { return field }
        let isName = name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "_:-".unicodeScalars.contains(scalar)
        }
        guard !name.isEmpty, isName else { throw malformed }
        throw .invalidParameter("Invalid search attribute: \(name)")
    }

    /// Returns the value between quotation marks with its escapes resolved; `nil` without quotation marks.
    private static func unquoted(_ bytes: ArraySlice<UInt8>) throws(ServiceFault) -> String? {
        guard let quoted = bytes.withoutQuotes else { return nil }
        var value: [UInt8] = []
        var isEscaped = false
        for byte in quoted {
            if isEscaped || byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"") {
                value.append(byte)
                isEscaped = false
            } else {
                guard byte == UInt8(ascii: "\\") else { throw malformed }
                isEscaped = true
            }
        }
        guard !isEscaped else { throw malformed }
        return String(decoding: value, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without leading and trailing ASCII white space.
    fileprivate var trimmed: ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let rest = drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return rest }
        return rest[...last]
    }

    /// The bytes between quotation marks; `nil` without them.
    fileprivate var withoutQuotes: ArraySlice<UInt8>? {
        let quote = UInt8(ascii: "\"")
        guard count >= 2, first == quote, last == quote else { return nil }
        return dropFirst().dropLast()
    }
}
