// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Pieces of Swift source.
enum SwiftText {
    /// The widest line.
    static let width = 120

    /// Text as a literal; raw if it has backslashes, so that patterns stay readable.
    static func literal(_ text: String) -> String {
        if text.contains("\\") || text.contains("\"") {
            var pounds = "#"
            while text.contains("\"" + pounds) || text.contains("\\" + pounds) { pounds += "#" }
            return "\(pounds)\"\(text)\"\(pounds)"
        }
        return "\"\(text)\""
    }

    /// A number as a literal, its digits in groups of three.
    static func literal(_ number: Int64) -> String {
        let digits = String(number.magnitude)
        guard digits.count > 4 else { return String(number) }
        var groups: [Substring] = []
        var rest = digits[...]
        while !rest.isEmpty {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        return (number < 0 ? "-" : "") + groups.joined(separator: "_")
    }

    /// An opening, items and a closing: on one line if they fit, else the items filled into indented lines.
    static func list(_ opening: String, _ items: [String], _ closing: String, indent: String) -> [String] {
        let line = indent + opening + items.joined(separator: ", ") + closing
        guard line.count > width else { return [line] }
        var lines = [indent + opening]
        var current = indent + "    "
        for (index, item) in items.enumerated() {
            let piece = item + (index == items.count - 1 ? "" : ",")
            if current.count + piece.count > width, !current.allSatisfy(\.isWhitespace) {
                lines.append(trimmed(current))
                current = indent + "    "
            }
            current += piece + " "
        }
        return lines + [trimmed(current), indent + closing]
    }

    /// Items in groups, each as large as its text stays within a width.
    static func groups(_ items: [String], width: Int, text: ([String]) -> String) -> [[String]] {
        items.reduce(into: []) { groups, item in
            if let last = groups.last, text(last + [item]).count <= width {
                groups[groups.count - 1].append(item)
            } else {
                groups.append([item])
            }
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
