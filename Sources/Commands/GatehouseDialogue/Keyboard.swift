// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The keyboard of a terminal, read key by key so that arrows do not print.
package enum Keyboard {
    /// The signals that end the program while a line is typed: Ctrl-C, Ctrl-\, a `kill`, and a closed terminal.
    private static let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]

    /// The terminal as it was, where a handler of signals finds it; written before there is one.
    nonisolated(unsafe) private static let former = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    /// Whether the input is a terminal.
    package static var isThere: Bool { isatty(STDIN_FILENO) == 1 }

    /// Does something while the terminal neither shows keys nor waits for the end of a line.
    ///
    /// A signal that ends the program in between leaves the terminal as it was; the status is 128 and the signal's
    /// number. One that is ignored, as under `nohup` or after a shell's `trap ''`, still is.
    static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard unsafe tcgetattr(STDIN_FILENO, former) == 0 else { return try body() }
        let handlers = signals.map { number in
            // The former handler is known only after the replacement; an ignored signal must be ignored until then,
            // too.
            let handler = signal(number, SIG_IGN)
            if !isIgnoring(handler) { _ = signal(number, end) }
            return handler
        }
        defer { for (number, handler) in zip(signals, handlers) { _ = signal(number, handler) } }
        var raw = unsafe former.pointee
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON)
        unsafe withUnsafeMutableBytes(of: &raw.c_cc) {
            unsafe $0[Int(VMIN)] = 1
            unsafe $0[Int(VTIME)] = 0
        }
        _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        defer { _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, former) }
        return try body()
    }

    /// The next byte; `nil` at the end of the input.
    static func next() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count == 1 { return byte }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        // Functions have no `==`; this one is a number in a function's place.
        unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Ends the program with the terminal as it was; calls nothing that a handler of signals must not call.
    private static let end: @convention(c) (Int32) -> Void = { number in
        _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, Keyboard.former)
        var endOfLine = UInt8(ascii: "\n")
        _ = unsafe write(STDOUT_FILENO, &endOfLine, 1)
        _exit(128 + number)
    }
}
