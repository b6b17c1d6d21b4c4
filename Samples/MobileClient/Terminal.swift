// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The program's input and output.
enum Terminal {
    private static let isPerson = isatty(STDIN_FILENO) == 1

    /// The next command; nil at the end of the input.
    static func command() -> String? {
        if isPerson { ask("> ") }
        return readLine()
    }

    /// The next line, which a terminal does not show.
    static func secret(_ question: String) throws -> String {
        guard isPerson else { return try nextLine() }
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        let shown = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        defer {
            var shown = shown
            tcsetattr(STDIN_FILENO, TCSANOW, &shown)
            print()
        }
        ask(question + ": ")
        return try nextLine()
    }

    private static func ask(_ question: String) {
        print(question, terminator: "")
        fflush(stdout)
    }

    private static func nextLine() throws -> String {
        guard let line = readLine() else { throw Mistake("the input has ended") }
        return line
    }
}
