// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseText
import Synchronization

/// One run of a program, supervised by the thread that started it.
struct ProgramRun {
    /// The environment variables that a program receives; the server's own settings are not among them, because they
    /// contain secrets.
    static let environmentPassedOn = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR"]
    private static let errorLimit = 1_048_576
    /// The interval at which the run checks whether the program has ended while its children keep its output open.
    private static let slice = Duration.milliseconds(50)
    /// Ignores SIGPIPE, so that a program that closes its input does not end the server.
    private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    private let process = Process()
    private let ended = DispatchSemaphore(value: 0)
    private let end: ContinuousClock.Instant
    private var input: WritingPipe
    private var output = ReadingPipe(limit: TriggerLimits.output)
    private var errors = ReadingPipe(limit: Self.errorLimit)

    /// Starts the program.
    /// - Throws: `notCallable` if the program cannot be started.
    init(
        _ command: [String], in folder: String, input bytes: [UInt8], until end: ContinuousClock.Instant
    ) throws(TriggerFailure) {
        Self.ignoresBrokenPipes
        self.end = end
        input = WritingPipe(bytes)
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment
            .filter { Self.environmentPassedOn.contains($0.key) }
        process.standardInput = input.pipe
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        process.terminationHandler = { [ended] _ in ended.signal() }
        do {
            try process.run()
        } catch {
            throw .notCallable(.notFound, "\(command[0]) cannot be started: \(error.localizedDescription)")
        }
    }

    /// Waits until the program ends.
    /// - Returns: the bytes of its standard output.
    /// - Throws: `functionError` or `timedOut`.
    mutating func finish() throws(TriggerFailure) -> [UInt8] {
        defer {
            kill()
            // A process that left the group may continue to write; the contents of the pipe are enough.
            if errors.read() { errors.read() }
        }
        while !(output.isAtEnd && errors.isAtEnd) {
            try wait()
            input.write()
            output.read()
            errors.read()
            guard !output.isFull else { throw .tooLarge }
            // The run does not wait for output of the program's children.
            if hasEnded, !output.read(), !errors.read() { break }
        }
        input.close()
        // `Process` reports the end of the program only after its children have ended, too.
        if hasEnded { kill() }
        let left = max(.zero, end - .now) / .milliseconds(1)
        guard ended.wait(timeout: .now() + .milliseconds(Int(left))) == .success else { throw .timedOut }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else { throw .raised(lastWords) }
        return output.bytes
    }

    /// The lines of the program's standard error, without blank ones, and whether some are missing.
    var complaints: (lines: [String], isCut: Bool) {
        // Text that is not in stream-safe form is expensive to compare, so it is omitted.
        let isSafe = StreamSafeText.contains(utf8: errors.bytes)
        let lines = String(decoding: isSafe ? errors.bytes : [], as: UTF8.self).split(whereSeparator: \.isNewline)
        return (lines.filter { $0.contains { !$0.isWhitespace } }.map(String.init), errors.isFull || !isSafe)
    }

    /// Waits until one of the pipes is ready, or until the interval has passed.
    private func wait() throws(TriggerFailure) {
        let left = end - ContinuousClock.now
        guard left > .zero else { throw .timedOut }
        var pipes = [
            pollfd(fd: output.isAtEnd ? -1 : output.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors.isAtEnd ? -1 : errors.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input.isAtEnd ? -1 : input.descriptor, events: Int16(POLLOUT), revents: 0),
        ]
        let milliseconds = Int32((min(left, Self.slice) / .milliseconds(1)).rounded(.up))
        _ = unsafe poll(&pipes, nfds_t(pipes.count), milliseconds)
    }

    /// Whether the program itself has ended, regardless of its children; `Process` still collects its exit status.
    private var hasEnded: Bool {
        var information = unsafe siginfo_t()
        let flags = WEXITED | WNOHANG | WNOWAIT
        let result = unsafe waitid(P_PID, id_t(process.processIdentifier), &information, flags)
        return unsafe result != 0 || information.si_signo == SIGCHLD
    }

    /// Kills the program and the processes that it started, which are in its process group.
    private func kill() {
        let id = process.processIdentifier
        _ = Foundation.kill(-id, SIGKILL)
        if process.isRunning { _ = Foundation.kill(id, SIGKILL) }
    }

    /// The last line of the standard error, or the program's exit status.
    private var lastWords: String {
        if let last = complaints.lines.last { return last }
        let way = process.terminationReason == .exit ? "status" : "signal"
        return "The program ended with \(way) \(process.terminationStatus)"
    }
}
