// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
import GatehouseUserPoolModel

/// Parses a line of a CSV file.
///
/// There is no quoting: fields end at commas, `\,` is a comma inside a field, and every other backslash is a literal.
enum ImportRow {
    /// The maximum number of characters in a row.
    static let mostCharacters = 16_000

    /// Returns the fields of a line without leading and trailing white space.
    ///
    /// - Throws: ``ImportRefusal`` for bytes that are not valid text, and for a line that is too long.
    static func fields(of line: ImportLine) throws(ImportRefusal) -> [String] {
        guard let bytes = line.bytes else { throw .tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        guard StreamSafeText.contains(utf8: bytes) else { throw .unsafeText }
        guard text.unicodeScalars.count <= mostCharacters else { throw .tooLong }
        return fields(of: bytes).map(trimmed)
    }

    /// Returns whether a line has only spaces and tabs.
    static func isBlank(_ line: ImportLine) -> Bool {
        line.bytes?.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ?? false
    }

    private static func fields(of bytes: [UInt8]) -> [[UInt8]] {
        var fields: [[UInt8]] = [[]]
        var index = 0
        while index < bytes.count {
            let isEscape = bytes[index] == UInt8(ascii: "\\")
            if isEscape, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ",") {
                index += 1
                fields[fields.count - 1].append(UInt8(ascii: ","))
            } else if bytes[index] == UInt8(ascii: ",") {
                fields.append([])
            } else {
                fields[fields.count - 1].append(bytes[index])
            }
            index += 1
        }
        return fields
    }

    /// Returns a field as text without leading and trailing white space.
    private static func trimmed(_ field: [UInt8]) -> String {
        let text = String(decoding: field, as: UTF8.self)
        let scalars = text.unicodeScalars
        let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
        let end = scalars.lastIndex { !$0.properties.isWhitespace }.map(scalars.index(after:)) ?? start
        return String(scalars[start..<end])
    }
}
