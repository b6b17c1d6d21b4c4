// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A terminal that does not show what is typed.
enum HiddenTyping {
    /// Does something while typing is hidden; where the input is no terminal, it just does it.
    static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        var former = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &former) == 0 else { return try body() }
        var hidden = former
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // The end of the line is shown, or the next one would begin beside the question.
        hidden.c_lflag |= tcflag_t(ECHONL)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden)
        defer { _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &former) }
        return try body()
    }
}
