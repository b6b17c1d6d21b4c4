// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A question as a value: keys or lines go in, and lines of a screen come out.
///
/// A terminal that moves its cursor sends keys and shows `screen`. Any other one shows `listing` once and `cue` before
/// each line that it sends.
package protocol Prompt<Answer>: Sendable {
    /// The type of the answer.
    associatedtype Answer: Sendable

    /// The question in words.
    var question: String { get }
    /// The answer; `nil` while there is none. Keys and lines after the answer have no effect.
    var answer: Answer? { get }
    /// An explanation that the person chose; the terminal prints it, sets it to `nil`, and continues with the question.
    var notice: String? { get set }
    /// The reason why the last answer was refused; `nil` after the next key.
    var refusal: String? { get }
    /// Whether the answer must not be seen while it is typed.
    var isHidden: Bool { get }
    /// Whether a text was typed, so that Ctrl-D does not end the input.
    var hasTypedText: Bool { get }

    /// Takes a key.
    mutating func press(_ key: KeyPress)

    /// The question with its rows; after the answer, the question with the answer.
    ///
    /// - Parameters:
    ///   - width: the largest number of columns of a line.
    ///   - height: the largest number of lines.
    ///   - style: what the terminal shows.
    /// - Returns: at least one line; at most one of them has the cursor.
    func screen(width: Int, height: Int, style: Style) -> [Line]

    /// Takes a whole line; an empty one takes the default.
    mutating func take(_ line: String)

    /// The lines before the first cue; may be empty.
    func listing(width: Int, style: Style) -> [Line]

    /// The text at the beginning of the line that the person types.
    func cue(style: Style) -> String
}

/// Checks an answer: the reason of the refusal in words; `nil` if the answer is accepted.
package typealias Rule<Value> = @Sendable (Value) -> String?

extension Prompt {
    package var isHidden: Bool { false }
    package var hasTypedText: Bool { false }

    /// The lines of a refusal, or none.
    func refusalLines(width: Int, style: Style) -> [Line] {
        guard let refusal else { return [] }
        var paragraph = Paragraph(style)
        paragraph.add(">> ", .refusal)
        paragraph.add(refusal)
        return paragraph.lines(width: width, indent: 3)
    }

    /// The question with its answer, as it stays on the screen.
    func answered(_ summary: String, width: Int, height: Int, style: Style) -> [Line] {
        var paragraph = Paragraph(question: question, style)
        paragraph.add(" ")
        paragraph.add(summary, .answer)
        return Array(paragraph.lines(width: width, indent: 2).prefix(max(1, height)))
    }
}
