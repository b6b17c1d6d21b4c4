// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
import GatehouseText
import GatehouseWire
import Logging
import Synchronization

/// Runs a local program for each event: the event is its standard input, and its standard output is the result.
///
/// An exit status other than zero means that the function has raised an error; its message is the last line of the
/// standard error. After the time limit, the program and the processes that it started are killed. The lines of its
/// standard error are logged.
struct ProgramTrigger: TriggerCarrier {
    let command: [String]
    let folder: String
    let logger: Logger
    var threads = ProgramThreads.shared

    func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8] {
        let end = ContinuousClock.now + limit
        return try await threads.run {
            var run = try ProgramRun(command, in: folder, input: Array(call.event.utf8), until: end)
            let output = Result { try run.finish() }
            log(run.complaints, of: call)
            return try output.get()
        }
    }

    private func log(_ complaints: (lines: [String], isCut: Bool), of call: TriggerCall) {
        let metadata: Logger.Metadata = ["function": "\(call.function)", "call": "\(call.id)"]
        for line in complaints.lines {
            logger.notice(
                "A trigger program wrote to its standard error", metadata: metadata.merging(["line": "\(line)"]) { $1 })
        }
        guard complaints.isCut else { return }
        logger.warning("A trigger program wrote more to its standard error than is logged", metadata: metadata)
    }
}

/// The threads that wait for the programs of triggers; a call that would wait too long for a thread is refused.
package struct ProgramThreads: Sendable {
    /// The threads of the process, and the largest number of calls that wait for one.
    static let shared = ProgramThreads(.bounded(threads: 32, places: 256, overload: .programs))

    private let pool: ComputePool

    /// Creates the threads from a bounded pool, with the overload of programs.
    package init(_ pool: ComputePool) {
        self.pool = pool
    }

    /// Waits for a program on one of the threads.
    /// - Throws: the failure that `work` throws, or the reason why it did not begin.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(TriggerFailure) -> Value {
        do {
            return try await pool.run(work)
        } catch let failure as TriggerFailure {
            throw failure
        } catch let fault as ServiceFault {
            throw fault.overload.map { .refused($0) } ?? .notCallable(.unavailable, fault.message)
        } catch {
            throw .notCallable(.unavailable, "the client has gone")
        }
    }
}

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

    private let process: ChildProcess
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
        do throws(POSIXError) {
            process = try ChildProcess(
                command,
                environment: ProcessInfo.processInfo.environment
                    .filter { Self.environmentPassedOn.contains($0.key) },
                folder: folder, input: input.programsEnd, output: output.programsEnd, errors: errors.programsEnd)
        } catch {
            let isMissing = error.code == .ENOENT || error.code == .ENOTDIR
            throw .notCallable(
                isMissing ? .notFound : .notStarted,
                "\(command[0]) cannot be started: \(error.localizedDescription)")
        }
        input.closeProgramsEnd()
        output.closeProgramsEnd()
        errors.closeProgramsEnd()
    }

    /// Waits until the program ends.
    /// - Returns: the bytes of its standard output.
    /// - Throws: `functionError` or `timedOut`.
    mutating func finish() throws(TriggerFailure) -> [UInt8] {
        defer {
            process.kill()
            // A process that left the group may continue to write; the contents of the pipe are enough.
            if errors.read() { errors.read() }
        }
        while !(output.isAtEnd && errors.isAtEnd) {
            try wait(atMost: Self.slice)
            input.write()
            output.read()
            errors.read()
            guard !output.isFull else { throw .tooLarge }
            // The run does not wait for output of the program's children.
            if process.hasEnded, !output.read(), !errors.read() { break }
        }
        input.close()
        // Most programs end together with their output; the others are looked at less and less often.
        var slice = Duration.milliseconds(1)
        while !process.hasEnded {
            try wait(atMost: slice)
            slice = min(slice * 2, Self.slice)
        }
        let exit = process.kill()
        guard exit == .status(0) else { throw .raised(lastWords(exit)) }
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
    private func wait(atMost slice: Duration) throws(TriggerFailure) {
        let left = end - ContinuousClock.now
        guard left > .zero else { throw .timedOut }
        var pipes = [
            pollfd(fd: output.isAtEnd ? -1 : output.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors.isAtEnd ? -1 : errors.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input.isAtEnd ? -1 : input.descriptor, events: Int16(POLLOUT), revents: 0),
        ]
        let milliseconds = Int32((min(left, slice) / .milliseconds(1)).rounded(.up))
        _ = unsafe poll(&pipes, nfds_t(pipes.count), milliseconds)
    }

    /// The last line of the standard error, or the way in which the program ended.
    private func lastWords(_ exit: ChildProcess.Exit) -> String {
        if let last = complaints.lines.last { return last }
        switch exit {
        case .status(let status): return "The program ended with status \(status)"
        case .signal(let signal): return "The program ended with signal \(signal)"
        case .unknown: return "The program ended, and its status is unknown: start the server without SIGCHLD ignored"
        }
    }
}
