// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CProcess
package import Foundation

/// A program in a process of its own, which also leads a process group of its own.
///
/// It has the default handling of all signals, and only the descriptors that the caller passes. Foundation has a
/// `Process` for this, which a server with many connections cannot use on Linux: with well over 1,000 open descriptors
/// it reads behind the end of the system's list of them, and may crash. It also counts a program as running as long as
/// processes that it left behind run.
package final class ChildProcess {
    /// How a program ended.
    package enum Exit: Equatable, Sendable {
        /// It returned this status.
        case status(Int32)
        /// A signal of this number ended it.
        case signal(Int32)
        /// The system keeps no statuses, because this process was started with SIGCHLD ignored.
        case unknown
    }

    private let id: pid_t
    /// How it ended, after that was collected; from then on the system may give its id to another process.
    private var exit: Exit?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: the path of the program, from the current folder of this process, and its arguments.
    ///   - environment: its environment variables.
    ///   - folder: its current folder; nil for the folder of this process.
    ///   - input: the descriptor of its standard input; nil for /dev/null, like the next ones.
    ///   - output: the descriptor of its standard output.
    ///   - errors: the descriptor of its standard error.
    /// - Throws: the reason for which the system cannot start it.
    package init(
        _ command: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment,
        folder: String? = nil,
        input: Int32? = nil,
        output: Int32? = nil,
        errors: Int32? = nil
    ) throws(POSIXError) {
        var id: pid_t = 0
        let descriptors = [input ?? -1, output ?? -1, errors ?? -1]
        let variables = environment.map { "\($0)=\($1)" }
        // The system would search a relative path in `folder`.
        let path = URL(filePath: command[0]).path
        let result = unsafe Self.withCStrings([path] + command.dropFirst()) { arguments in
            unsafe Self.withCStrings(variables) { variables in
                unsafe gatehouse_start_program(&id, arguments, variables, folder, descriptors)
            }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
        self.id = id
    }

    deinit { kill() }

    /// Whether the program itself has ended, regardless of processes that it started.
    package var hasEnded: Bool {
        guard exit == nil else { return true }
        var information = unsafe siginfo_t()
        let result = unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
        return unsafe result != 0 || information.si_signo == SIGCHLD
    }

    /// Waits until the program ends.
    ///
    /// - Returns: how it ended.
    @discardableResult
    package func wait() -> Exit {
        if let exit { return exit }
        var status: Int32 = 0
        var result: pid_t
        repeat { result = unsafe waitpid(id, &status, 0) } while result < 0 && errno == EINTR
        let exit = result < 0 ? .unknown : Exit(status)
        self.exit = exit
        return exit
    }

    /// Kills the program and its process group, including processes that the program left behind, and waits for its
    /// end.
    ///
    /// - Returns: how the program ended; as it did by itself, if it had ended before.
    @discardableResult
    package func kill() -> Exit {
        if let exit { return exit }
        _ = Foundation.kill(-id, SIGKILL)
        // The program may have left its group.
        _ = Foundation.kill(id, SIGKILL)
        return wait()
    }

    /// Makes an array of C strings that ends with NULL.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var copies = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(&copies)
    }
}

extension ChildProcess.Exit {
    /// Reads the status of waitpid(2): its lowest seven bits are the number of the signal that ended the program.
    fileprivate init(_ status: Int32) {
        self = status & 0x7f == 0 ? .status(status >> 8 & 0xff) : .signal(status & 0x7f)
    }
}

/// The reading end of a pipe for a program's output.
struct ReadingPipe {
    private let pipe = Pipe()
    private(set) var bytes: [UInt8] = []
    private(set) var isAtEnd = false
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        makeNonblocking(pipe.fileHandleForReading.fileDescriptor)
    }

    var descriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }

    /// The descriptor for the program.
    var programsEnd: Int32 { pipe.fileHandleForWriting.fileDescriptor }

    /// Leaves the program's end to the program, so that the output ends with it.
    func closeProgramsEnd() {
        // An error of closing needs no handling.
        try? pipe.fileHandleForWriting.close()
    }

    /// Whether the output was longer than the limit.
    private(set) var isFull = false

    /// Reads the available bytes; bytes beyond the limit are discarded.
    /// - Returns: whether bytes were available.
    @discardableResult
    mutating func read() -> Bool {
        guard !isAtEnd else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Foundation.read(descriptor, &buffer, buffer.count)
        guard count != 0 else {
            isAtEnd = true
            return false
        }
        guard count > 0 else { return false }
        let room = limit - bytes.count
        bytes += buffer.prefix(min(count, room))
        if count > room { isFull = true }
        return true
    }
}

/// The writing end of a pipe for a program's input.
struct WritingPipe {
    private let pipe = Pipe()
    private(set) var isAtEnd = false
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        makeNonblocking(pipe.fileHandleForWriting.fileDescriptor)
    }

    var descriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }

    /// The descriptor for the program.
    var programsEnd: Int32 { pipe.fileHandleForReading.fileDescriptor }

    /// Leaves the program's end to the program, so that writing fails after it has ended.
    func closeProgramsEnd() {
        // An error of closing needs no handling.
        try? pipe.fileHandleForReading.close()
    }

    /// Writes as much as the pipe takes; closes it after the last byte, or if the program has closed its input.
    mutating func write() {
        guard !isAtEnd else { return }
        let bytes = Array(rest)
        let count = unsafe Foundation.write(descriptor, bytes, bytes.count)
        if count > 0 { rest = rest.dropFirst(count) }
        let isBroken = count < 0 && errno != EAGAIN && errno != EINTR
        if rest.isEmpty || isBroken { close() }
    }

    /// Closes the pipe, so that the program reads the end of its input.
    mutating func close() {
        guard !isAtEnd else { return }
        isAtEnd = true
        rest = []
        // An error of closing needs no handling.
        try? pipe.fileHandleForWriting.close()
    }
}

private func makeNonblocking(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
}
