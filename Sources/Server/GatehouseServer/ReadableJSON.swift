// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// JSON in lines for people.
///
/// Its text is that of Foundation's `JSONSerialization` with the options `prettyPrinted`, `sortedKeys` and
/// `withoutEscapingSlashes`. That one compares each two names by the rules of a locale, which every start of `gatehouse dev`
/// did some hundred times.
enum ReadableJSON {
    /// A document with a line for each member, in the order of the names, and a line feed at its end.
    static func data(_ value: WireValue) -> Data {
        var lines: [UInt8] = []
        append(value, to: &lines, depth: 0)
        lines.append(UInt8(ascii: "\n"))
        return Data(lines)
    }

    private static func append(_ value: WireValue, to lines: inout [UInt8], depth: Int) {
        switch value {
        case .array(let elements):
            appendList(of: elements.count, between: "[", "]", to: &lines, depth: depth) { index, lines in
                append(elements[index], to: &lines, depth: depth + 1)
            }
        case .object(let members):
            let ordered = ordered(members)
            appendList(of: ordered.count, between: "{", "}", to: &lines, depth: depth) { index, lines in
                lines += WireValue.string(ordered[index].name.text).jsonBytes()
                lines += Array(" : ".utf8)
                append(ordered[index].value, to: &lines, depth: depth + 1)
            }
        case .null, .bool, .integer, .double, .string:
            lines += value.jsonBytes()
        }
    }

    /// Writes a list with a line for each element; `appendElement` writes the one with an index.
    private static func appendList(
        of count: Int, between opening: String, _ closing: String, to lines: inout [UInt8], depth: Int,
        appendElement: (_ index: Int, _ lines: inout [UInt8]) -> Void
    ) {
        lines += Array(opening.utf8)
        lines.append(UInt8(ascii: "\n"))
        for index in 0..<count {
            indent(&lines, by: depth + 1)
            appendElement(index, &lines)
            if index < count - 1 { lines.append(UInt8(ascii: ",")) }
            lines.append(UInt8(ascii: "\n"))
        }
        // Foundation has an empty line in an empty list.
        if count == 0 { lines.append(UInt8(ascii: "\n")) }
        indent(&lines, by: depth)
        lines += Array(closing.utf8)
    }

    private static func indent(_ lines: inout [UInt8], by depth: Int) {
        lines += [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    }

    /// The members in the order of their names, in which capital letters of ASCII count as small ones.
    private static func ordered(_ members: [WireName: WireValue]) -> [(name: WireName, value: WireValue)] {
        let folded = members.map { member in
            (
                letters: member.key.text.utf8.map { byte in (0x41...0x5A).contains(byte) ? byte | 0x20 : byte },
                name: member.key, value: member.value
            )
        }
        return folded.sorted { left, right in
            left.letters == right.letters
                ? left.name < right.name : left.letters.lexicographicallyPrecedes(right.letters)
        }.map { member in (name: member.name, value: member.value) }
    }
}
