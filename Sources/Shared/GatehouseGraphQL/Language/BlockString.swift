// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The text of block strings (specification, section 2.9.4).
enum BlockString {
    /// The value of a block string: its lines without their common indentation, and without blank lines at both ends.
    static func value(ofRawLines lines: [[UInt8]]) -> String {
        var indentation: Int?
        for line in lines.dropFirst() {
            let blanks = leadingBlanks(of: line)
            if blanks < line.count { indentation = min(indentation ?? blanks, blanks) }
        }
        let first = lines.firstIndex { !isBlank($0) } ?? lines.count
        let last = lines.lastIndex { !isBlank($0) } ?? -1
        guard first <= last else { return "" }
        var value: [UInt8] = []
        for index in first...last {
            if index > first { value.append(0x0A) }
            value += lines[index].dropFirst(index == 0 ? 0 : indentation ?? 0)
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// The lines between the quotation marks of a block string that has `value`; `nil` if no block string has it.
    ///
    /// The lines are those of a block whose quotation marks stand in lines of their own, and may be indented.
    static func lines(for value: String) -> [String]? {
        let bytes = Array(value.utf8)
        guard bytes.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A }) else { return nil }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        guard let first = lines.first, let last = lines.last, !isBlank(first), !isBlank(last) else { return nil }
        guard lines.contains(where: { !$0.isEmpty && leadingBlanks(of: $0) == 0 }) else { return nil }
        return lines.map { String(decoding: escaped($0), as: UTF8.self) }
    }

    /// Puts a backslash before each three quotation marks.
    private static func escaped(_ line: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        var index = 0
        while index < line.count {
            if line[index...].starts(with: [0x22, 0x22, 0x22]) {
                escaped += [0x5C, 0x22, 0x22, 0x22]
                index += 3
            } else {
                escaped.append(line[index])
                index += 1
            }
        }
        return escaped
    }

    private static func leadingBlanks(of line: [UInt8]) -> Int {
        line.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.count
    }

    private static func isBlank(_ line: [UInt8]) -> Bool { leadingBlanks(of: line) == line.count }
}
