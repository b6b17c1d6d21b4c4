// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension WireValue {
    /// Writes the value as JSON in UTF-8 for people: with a line for each member, in the order of the names, and a line feed
    /// at its end.
    ///
    /// The text is that of Foundation's `JSONSerialization` with the options `prettyPrinted`, `sortedKeys` and
    /// `withoutEscapingSlashes`, which compares each two names by the rules of a locale; here, only capital letters of ASCII
    /// count as small ones.
    package func readableJSON() -> [UInt8] {
        var writer = ReadableJSONWriter()
        writer.write(self, depth: 0)
        writer.bytes.append(UInt8(ascii: "\n"))
        return writer.bytes
    }
}

/// Writes values as JSON in lines.
private struct ReadableJSONWriter {
    /// The text so far.
    var bytes: [UInt8] = []

    mutating func write(_ value: WireValue, depth: Int) {
        switch value {
        case .array(let elements):
            write("[")
            for (index, element) in elements.enumerated() {
                beginLine(index, depth: depth + 1)
                write(element, depth: depth + 1)
            }
            endList(with: "]", isEmpty: elements.isEmpty, depth: depth)
        case .object(let members):
            write("{")
            for (index, member) in Self.inOrder(members).enumerated() {
                beginLine(index, depth: depth + 1)
                bytes += WireValue.string(member.name.text).jsonBytes()
                write(" : ")
                write(member.value, depth: depth + 1)
            }
            endList(with: "}", isEmpty: members.isEmpty, depth: depth)
        case .null, .bool, .integer, .double, .string:
            bytes += value.jsonBytes()
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Begins the line of the element with this index, after a comma unless it is the first one.
    private mutating func beginLine(_ index: Int, depth: Int) {
        write(index == 0 ? "\n" : ",\n")
        indent(by: depth)
    }

    private mutating func endList(with bracket: String, isEmpty: Bool, depth: Int) {
        // Foundation has an empty line in an empty list.
        write(isEmpty ? "\n\n" : "\n")
        indent(by: depth)
        write(bracket)
    }

    private mutating func indent(by depth: Int) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private static func inOrder(_ members: [WireName: WireValue]) -> [(name: WireName, value: WireValue)] {
        let folded = members.map { member in
            (letters: small(member.key.text), name: member.key, value: member.value)
        }
        let sorted = folded.sorted { left, right in
            if left.letters == right.letters { return left.name < right.name }
            return left.letters.lexicographicallyPrecedes(right.letters)
        }
        return sorted.map { member in (name: member.name, value: member.value) }
    }

    private static func small(_ text: String) -> [UInt8] {
        text.utf8.map { byte in
            let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            return isCapital ? byte + 0x20 : byte
        }
    }
}
