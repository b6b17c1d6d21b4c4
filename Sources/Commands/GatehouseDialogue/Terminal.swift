// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The terminal of the user; a script can replace the user.
package struct Terminal: Dialogue, Sendable {
    /// The file that texts and prompts are written to.
    private let output: FileHandle
    /// Whether pictures can be drawn: the output is a terminal that shows UTF-8.
    package let drawsPictures: Bool
    /// What the output shows.
    package let style: Style

    /// Makes the terminal of the process: lines come from the standard input.
    ///
    /// - Parameters:
    ///   - output: the file that texts and prompts are written to.
    ///   - environment: where the locale, `TERM` and `NO_COLOR` are looked up.
    ///   - usesColours: whether colours are wanted.
    package init(
        output: FileHandle = .standardOutput,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        usesColours: Bool = true
    ) {
        self.output = output
        let isTerminal = isatty(output.fileDescriptor) == 1
        style = Style(environment: environment, isTerminal: isTerminal, usesColours: usesColours)
        drawsPictures = isTerminal && style.showsUTF8
    }

    /// The descriptor of the output.
    var descriptor: Int32 { output.fileDescriptor }

    /// Whether the locale is one of UTF-8, as the first variable that is set decides.
    static func showsUTF8(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = locale?.lowercased() ?? ""
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }

    package func write(_ text: String) {
        // If the output was closed, no reader is left, and the error is ignored.
        try? output.write(contentsOf: Data(text.utf8))
    }

    package func line(after prompt: String, isShown: Bool) -> String? {
        Keyboard.isThere ? typed(after: prompt, isShown: isShown) : read(after: prompt)
    }

    /// Reads a line from an input that is not a terminal: the question still ends its line.
    private func read(after prompt: String) -> String? {
        write(prompt)
        let line = readLine()
        if line != nil { write("\n") }
        return line
    }

    private func typed(after prompt: String, isShown: Bool) -> String? {
        Keyboard.during(output: descriptor) {
            write(prompt)
            var editor = LineEditor()
            while let byte = Keyboard.next() {
                switch editor.press(byte) {
                case .nothing: break
                case .show(let character): if isShown { write(String(character)) }
                case .redraw: if isShown { write("\r\u{1B}[K\(prompt)\(editor.text)") }
                case .accept:
                    write("\n")
                    return editor.text
                case .end: return nil
                }
            }
            return nil
        }
    }
}
