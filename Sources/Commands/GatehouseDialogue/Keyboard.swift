// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// The keyboard of a terminal, read key by key so that arrows do not print.
package enum Keyboard {
    /// How the terminal takes keys.
    enum Mode {
        /// Each key is read at once, and none is shown.
        case keys
        /// Whole lines are read, and none is shown.
        case hiddenLines
    }

    /// What a program that waits for a key learns.
    enum Event {
        case byte(UInt8)
        /// The size of the terminal may have changed, or the program continues after a stop.
        case changed
        /// The program must stop, because of Ctrl-Z.
        case stop
        /// The input has ended.
        case end
    }

    /// The signals that end the program while keys are read: Ctrl-C, Ctrl-\, a `kill`, a closed terminal, and an output
    /// without a reader.
    private static let endings = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE]
    /// The signals that `event` returns.
    private static let notes = [SIGWINCH, SIGCONT, SIGTSTP]

    /// Where the program writes while it holds the keyboard.
    private struct Place {
        var output = STDOUT_FILENO
        /// Whether lines of a question may be below the cursor.
        var isDrawn = false
        /// Whether `former` has the terminal as it was.
        var isHeld = false
        var mode = Mode.keys
    }

    /// The terminal as it was, where a handler of signals finds it; written before there is one.
    nonisolated(unsafe) private static let former = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    /// What else the handler needs, also written before there is one.
    nonisolated(unsafe) private static let place: UnsafeMutablePointer<Place> = {
        let place = UnsafeMutablePointer<Place>.allocate(capacity: 1)
        unsafe place.initialize(to: Place())
        return unsafe place
    }()

    /// A pipe that wakes the reader of keys up, because a signal may arrive at another thread.
    nonisolated(unsafe) private static let wake: UnsafeMutablePointer<Int32> = {
        let ends = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
        unsafe ends.initialize(repeating: -1, count: 2)
        guard unsafe pipe(ends) == 0 else { return unsafe ends }
        let both = unsafe [ends[0], ends[1]]
        for end in both {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return unsafe ends
    }()

    /// How many holders of the keyboard there are, one within the other.
    private static let depth = Mutex(0)

    /// Whether `exit` restores the terminal.
    private static let isRestoredAtExit = atexit { Keyboard.restore() } == 0

    /// Whether the input is a terminal.
    package static var isThere: Bool { isatty(STDIN_FILENO) == 1 }
}

// MARK: - Holding

extension Keyboard {
    private typealias Handler = (@convention(c) (Int32) -> Void)?

    /// What a holder of the keyboard gives back.
    struct Hold {
        fileprivate var handlers: [(number: Int32, former: (@convention(c) (Int32) -> Void)?)] = []
        fileprivate var isOuter = false
    }

    /// Takes the keyboard until `release`; within another holder it changes nothing.
    ///
    /// A signal that ends the program in between leaves the terminal as it was; the status is 128 and the signal's
    /// number. One that is ignored, as under `nohup` or after a shell's `trap ''`, still is.
    /// - Parameters:
    ///   - mode: how the terminal takes keys.
    ///   - output: where a signal that ends the program ends the line.
    ///   - isDrawn: whether keys are read by `event`, and lines below the cursor are removed at the end.
    /// - Returns: what `release` needs.
    static func hold(_ mode: Mode, output: Int32, isDrawn: Bool = false) -> Hold {
        let isOuter = depth.withLock { depth -> Bool in
            depth += 1
            return depth == 1
        }
        guard isOuter, unsafe tcgetattr(STDIN_FILENO, former) == 0 else { return Hold() }
        unsafe place.pointee = Place(output: output, isDrawn: isDrawn, isHeld: true, mode: mode)
        // The handlers must find the pipe.
        _ = unsafe wake[1]
        _ = isRestoredAtExit
        var hold = Hold(isOuter: true)
        for number in endings { hold.handlers.append((number, replace(number, with: end))) }
        if isDrawn {
            for number in notes { hold.handlers.append((number, replace(number, with: note))) }
        }
        apply(mode)
        return hold
    }

    /// Gives the keyboard back.
    static func release(_ hold: Hold) {
        if hold.isOuter {
            _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, former)
            unsafe place.pointee.isHeld = false
            for (number, former) in hold.handlers { _ = signal(number, former) }
        }
        depth.withLock { $0 -= 1 }
    }

    /// Does something while the terminal neither shows keys nor waits for the end of a line.
    static func during<Result>(output: Int32, _ body: () throws -> Result) rethrows -> Result {
        let hold = hold(.keys, output: output)
        defer { release(hold) }
        return try body()
    }

    /// Stops the program with the terminal as it was, as Ctrl-Z does, until it is continued.
    static func stop() {
        restore()
        _ = kill(getpid(), SIGSTOP)
        unsafe apply(place.pointee.mode)
    }

    private static func apply(_ mode: Mode) {
        var changed = unsafe former.pointee
        changed.c_lflag &= ~tcflag_t(ECHO)
        if mode == .keys {
            changed.c_lflag &= ~tcflag_t(ICANON)
            unsafe withUnsafeMutableBytes(of: &changed.c_cc) {
                unsafe $0[Int(VMIN)] = 1
                unsafe $0[Int(VTIME)] = 0
            }
        } else {
            changed.c_lflag |= tcflag_t(ECHONL)
        }
        _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &changed)
    }

    /// Replaces the handler of a signal that is not ignored; returns the former one.
    private static func replace(_ number: Int32, with handler: Handler) -> Handler {
        // The former handler is known only after the replacement; an ignored signal must be ignored until then, too.
        let former = signal(number, SIG_IGN)
        if !IgnoredSignal.isIgnoring(former) { _ = signal(number, handler) }
        return former
    }
}

// MARK: - Signals

extension Keyboard {
    /// Ends the program with the terminal as it was; calls nothing that a handler of signals must not call.
    private static let end: @convention(c) (Int32) -> Void = { number in
        Keyboard.restore()
        _exit(128 + number)
    }

    /// Wakes the reader of keys up.
    private static let note: @convention(c) (Int32) -> Void = { number in
        let error = errno
        var mark = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(Keyboard.wake[1], &mark, 1)
        errno = error
    }

    /// Restores the terminal and ends the line of the question, unless that was done before.
    private static func restore() {
        guard unsafe place.pointee.isHeld else { return }
        _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, former)
        // Colours and the marks of pasted texts end, and the rows below the line are removed.
        let words: StaticString = unsafe place.pointee.isDrawn ? "\u{1B}[0m\u{1B}[?2004l\n\u{1B}[J" : "\n"
        _ = unsafe write(place.pointee.output, words.utf8Start, words.utf8CodeUnitCount)
    }
}

// MARK: - Reading

extension Keyboard {
    /// The next byte; `nil` at the end of the input.
    static func next() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count == 1 { return byte }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    /// The next line, without its end; `nil` at the end of the input.
    static func line() -> String? {
        var bytes: [UInt8] = []
        while let byte = next() {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                return String(decoding: bytes, as: UTF8.self)
            }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for a key or a change of the terminal.
    static func event() -> Event {
        while true {
            var sources = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: unsafe wake[0], events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&sources, 2, -1) >= 0 else {
                if errno == EINTR { continue }
                return .end
            }
            var mark: UInt8 = 0
            if sources[1].revents != 0, unsafe read(wake[0], &mark, 1) == 1 {
                return Int32(mark) == SIGTSTP ? .stop : .changed
            }
            if sources[0].revents != 0 { return next().map { Event.byte($0) } ?? .end }
        }
    }

    /// Whether another byte has arrived.
    static var hasMore: Bool {
        var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&source, 1, 0) == 1 && source.revents & Int16(POLLIN) != 0
    }
}

/// Signals without an effect: `nohup` and `trap '' HUP` start a program that must not end by them.
package enum IgnoredSignal {
    /// What a signal does: a function, or one of the numbers for the default and for nothing.
    package typealias Action = @convention(c) (Int32) -> Void

    /// Whether an action, as `signal` returns it, is to do nothing.
    package static func isIgnoring(_ action: Action?) -> Bool {
        // Functions have no `==`; this one is a number in a function's place.
        unsafe unsafeBitCast(action, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
