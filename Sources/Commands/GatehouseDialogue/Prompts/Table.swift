// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A table of short texts, for example that of `amplify status`.
package struct Table: Equatable, Sendable {
    private let rows: [[String]]

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - header: the titles of the columns.
    ///   - rows: the rows; missing cells are empty, and cells without a title are dropped.
    package init(_ header: [String], _ rows: [[String]]) {
        let count = header.count
        self.rows = [header] + rows.map { row in (0..<count).map { $0 < row.count ? row[$0] : "" } }
    }

    /// The table with a frame on a terminal; its columns with two blanks between them elsewhere.
    ///
    /// If it is too wide for that, each row becomes a group of lines with the titles of the columns.
    /// - Parameters:
    ///   - width: the largest number of columns of a line.
    ///   - style: what the terminal shows.
    /// - Returns: the lines without ends.
    package func lines(width: Int, style: Style) -> [String] {
        let rows = rows.map { $0.map(style.shown) }
        let widths = rows.first.map { header in
            header.indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
        }
        guard let widths, !widths.isEmpty else { return [] }
        let total = widths.reduce(0, +)
        if style.movesCursor, total + 3 * widths.count + 1 <= width { return framed(rows, widths, style) }
        if !style.movesCursor || total + 2 * (widths.count - 1) <= width {
            return rows.map { row in padded(row, widths).joined(separator: "  ").withoutBlanksAtEnd }
        }
        return groups(width: width, style)
    }

    private func padded(_ row: [String], _ widths: [Int]) -> [String] {
        zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.columns) }
    }

    private func framed(_ rows: [[String]], _ widths: [Int], _ style: Style) -> [String] {
        let line = style.showsUTF8 ? "─" : "-"
        let bar = style.showsUTF8 ? "│" : "|"
        func border(_ left: String, _ middle: String, _ right: String) -> String {
            let parts = widths.map { String(repeating: line, count: $0 + 2) }
            return style.showsUTF8
                ? left + parts.joined(separator: middle) + right : "+" + parts.joined(separator: "+") + "+"
        }
        let texts = rows.map { "\(bar) " + padded($0, widths).joined(separator: " \(bar) ") + " \(bar)" }
        return [border("┌", "┬", "┐"), texts[0], border("├", "┼", "┤")] + texts.dropFirst() + [border("└", "┴", "┘")]
    }

    private func groups(width: Int, _ style: Style) -> [String] {
        let groups = rows.dropFirst().map { row -> [String] in
            zip(rows[0], row).flatMap { title, cell -> [String] in
                var paragraph = Paragraph(style)
                paragraph.add("\(title): \(cell)")
                return paragraph.lines(width: width, indent: 2).map(\.text)
            }
        }
        return Array(groups.joined(separator: [""]))
    }
}

extension String {
    /// The number of columns of a terminal that the text takes.
    fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }

    fileprivate var withoutBlanksAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
