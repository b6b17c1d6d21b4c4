// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A line that tells the step at which a long command is.
///
/// On a terminal that moves its cursor, the end of a step replaces its line. Elsewhere each step has a line, and a step
/// that fails another one.
package struct ProgressLine: Sendable {
    /// The end of a step.
    package enum Outcome: Sendable {
        case done
        case failed
    }

    private let style: Style
    private let columns: Int
    private let total: Int?
    private var number = 0
    private var title: String?

    /// Makes a progress line before its first step.
    ///
    /// - Parameters:
    ///   - total: the number of steps, if it is known.
    ///   - columns: the width of the terminal.
    ///   - style: what the terminal shows.
    package init(of total: Int? = nil, columns: Int, style: Style) {
        self.total = total
        self.columns = columns
        self.style = style
    }

    /// Begins a step; one that has not ended counts as done.
    ///
    /// - Parameter title: what is done, for example "User pool shop".
    /// - Returns: what the terminal takes.
    package mutating func begin(_ title: String) -> String {
        let former = end(.done)
        number += 1
        self.title = title
        let line = line(mark: style.running, .faint)
        return former + (style.movesCursor ? "\r\(line)\u{1B}[K" : "\(line)\n")
    }

    /// Ends the step.
    ///
    /// - Parameter outcome: whether it failed.
    /// - Returns: what the terminal takes; empty if no step has begun.
    package mutating func end(_ outcome: Outcome) -> String {
        guard title != nil else { return "" }
        defer { title = nil }
        switch outcome {
        case .done: return style.movesCursor ? "\r\(line(mark: style.done, .mark))\u{1B}[K\n" : ""
        case .failed:
            let line = line(mark: style.failed, .refusal)
            return style.movesCursor ? "\r\(line)\u{1B}[K\n" : "\(line)\n"
        }
    }

    /// The step on one line.
    ///
    /// It is cut where a terminal ends whose cursor moves. A file or a pipe gets the whole line.
    private func line(mark: String, _ ink: Ink) -> String {
        var paragraph = Paragraph(style)
        paragraph.add(mark, ink, isOneWord: true)
        paragraph.add(" ", isOneWord: true)
        if let total { paragraph.add("[\(number)/\(total)] ", .faint, isOneWord: true) }
        paragraph.add(title ?? "", isOneWord: true)
        let width = style.movesCursor ? columns - 1 : .max
        return paragraph.lines(width: width).first?.rendered(style) ?? ""
    }
}
