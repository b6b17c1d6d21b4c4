// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A terminal that does not show what is typed.
enum HiddenTyping {
    /// What ends the program while somebody types: Ctrl-C, Ctrl-\, a `kill`, and a terminal that goes away.
    private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

    /// The terminal as it was, where a handler of signals finds it; written before there is one.
    nonisolated(unsafe) private static let former = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    /// Does something while typing is hidden; where the input is no terminal, it just does it.
    ///
    /// A signal that ends the program meanwhile leaves the terminal as it was; the status is 128 and the signal's number.
    /// One that is ignored, as under `nohup` or after a shell's `trap ''`, still is.
    static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard unsafe tcgetattr(STDIN_FILENO, former) == 0 else { return try body() }
        let handlers = signals.map { number in
            // What was there is known only once it is replaced; what is ignored must be so in that moment too.
            let handler = signal(number, SIG_IGN)
            if !isIgnoring(handler) { _ = signal(number, end) }
            return handler
        }
        defer { for (number, handler) in zip(signals, handlers) { _ = signal(number, handler) } }
        var hidden = unsafe former.pointee
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // The end of the line is shown, or the next one would begin beside the question.
        hidden.c_lflag |= tcflag_t(ECHONL)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden)
        defer { _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, former) }
        return try body()
    }

    private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        // Functions have no `==`; this one is a number in a function's place.
        unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Ends the program with the terminal as it was; calls nothing that a handler of signals must not call.
    private static let end: @convention(c) (Int32) -> Void = { number in
        _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, HiddenTyping.former)
        var endOfLine = UInt8(ascii: "\n")
        _ = unsafe write(STDOUT_FILENO, &endOfLine, 1)
        _exit(128 + number)
    }
}
