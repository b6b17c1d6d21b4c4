// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CProcess
package import Foundation

/// A program in a process of its own, which also leads a process group of its own.
///
/// It has the default handling of all signals, and no descriptor of this process but those that it is given. Foundation
/// has a `Process` for this, which a server with many connections cannot use on Linux: with well over 1,000 open
/// descriptors it reads behind the end of the system's list of them, and may crash. It also counts a program as running
/// as long as processes that it left behind run.
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
    ///   - folder: its current folder; nil for that of this process.
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

    /// Kills the program and the processes of its group, also those that it left behind, and waits for its end.
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
