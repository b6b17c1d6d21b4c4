// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension UserFilter {
    /// Reads a `Filter`: an attribute, `=` or `^=`, and a quoted value with `\\"` for a quote.
    /// - Returns: `nil` for an empty filter, which admits everybody.
    /// - Throws: `InvalidParameterException` for anything else that does not follow the grammar.
    init?(parsing text: String) throws(ServiceFault) {
        let trimmed = text.trimming()
        guard !trimmed.isEmpty else { return nil }
        guard let equals = trimmed.firstIndex(of: "=") else { throw Self.malformed }
        var name = trimmed[..<equals]
        let comparison: Comparison = name.last == "^" ? .startsWith : .equals
        if comparison == .startsWith { name = name.dropLast() }
        let value = try Self.unquoted(trimmed[trimmed.index(after: equals)...].trimming())
        self.init(
            field: try Self.field(Self.withoutQuotes(name.trimming())), comparison: comparison, value: value)
    }

    private static let malformed = ServiceFault.invalidParameter("Error while parsing filter")

    private static func field(_ name: Substring) throws(ServiceFault) -> Field {
        if let field = Field(rawValue: String(name)) { return field }
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_:-".contains($0) }) else {
            throw malformed
        }
        throw .invalidParameter("Invalid search attribute: \(name)")
    }

    /// Older clients quote the attribute's name as well.
    private static func withoutQuotes(_ name: Substring) -> Substring {
        name.count >= 2 && name.hasPrefix("\"") && name.hasSuffix("\"") ? name.dropFirst().dropLast() : name
    }

    private static func unquoted(_ text: Substring) throws(ServiceFault) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { throw malformed }
        var value = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if isEscaped {
                value.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                throw malformed
            } else {
                value.append(character)
            }
        }
        guard !isEscaped else { throw malformed }
        return value
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The text without blanks at its ends, found by scalars: a step back by characters may look at all before it.
    fileprivate func trimming() -> Substring {
        let scalars = unicodeScalars
        let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? endIndex
        let last = scalars.lastIndex { !$0.properties.isWhitespace }
        return self[start..<(last.map(scalars.index(after:)) ?? start)]
    }
}
