// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CProcess
import Foundation

/// The replacement of the running program by itself, as another user: same process id, arguments, environment and
/// standard streams.
///
/// A change of the user in the running process does not reach a first thread that has ended, and leaves what root has
/// opened and read. A program that begins as the user has none of that.
package enum ProgramRestart {
    /// The variable by which the program knows that it has begun anew: the process id, so that child processes do not
    /// take it for theirs, and the `ProcessUser`.
    package static let variable = "GATEHOUSERESTARTED"

    /// The reason why the program does not begin anew.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        /// A failure with the system's reason for it.
        static func last(_ call: String) -> Failure {
            Failure(description: "\(SystemCallFailure.last(call))")
        }
    }

    /// Replaces the program; it does not return.
    ///
    /// All threads but the calling one end at the call, so it belongs to the start, before anything is written.
    /// - Parameters:
    ///   - user: the user; root must be the effective user now.
    ///   - group: its group.
    ///   - name: its name, if it has one, for its other groups.
    /// - Throws: `Failure`, also after the user has changed: the process should end then.
    static func perform(user: uid_t, group: gid_t, name: String?) throws(Failure) -> Never {
        // Opened by root: the user need not be able to reach the program's file.
        let program = unsafe open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        guard program >= 0 else { throw .last("open /proc/self/exe") }
        var arguments = try content("/proc/self/cmdline")
        var environment = try content("/proc/self/environ")
        try closeDescriptorsAtReplacement()

        // The groups first: the user may not change them.
        let hasGroups = name.map { name in unsafe initgroups(name, group) } ?? setgroups(0, nil)
        guard hasGroups == 0 else { throw .last("setgroups") }
        guard setgid(group) == 0 else { throw .last("setgid") }
        let marker = "\(variable)=\(getpid()):\(ProcessUser(user: user, group: group, groups: try currentGroups()))"
        let others = environment.split(separator: 0).filter { !$0.starts(with: Array("\(variable)=".utf8)) }
        environment = (others + [Array(marker.utf8)[...]]).flatMap { $0 + [0] }
        // Root stays the saved user and that for files until the program is replaced, so that its file need not be
        // executable for the user. With the new program both become the effective user (execve(2)).
        guard setreuid(user, 0) == 0 else { throw .last("setreuid") }
        guard seteuid(user) == 0 else { throw .last("seteuid") }
        guard gatehouse_use_files_as(0) == 0 else { throw Failure(description: "setfsuid has no effect") }
        // Threads of Dispatch block the signals that end a server, and the next program would inherit that.
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe pthread_sigmask(SIG_SETMASK, &noSignals, nil)
        replace(with: program, &arguments, &environment)
        throw .last("fexecve")
    }

    /// The user as which the program began anew.
    /// - Parameter environment: the variables of the process.
    /// - Returns: `nil` if the program was not started anew.
    /// - Throws: `Failure` if it was, but has other rights than the user.
    static func arrived(_ environment: [String: String]) throws(Failure) -> ProcessUser? {
        guard let marker = environment[variable], let colon = marker.firstIndex(of: ":"),
            marker[..<colon] == "\(getpid())", let user = ProcessUser(String(marker[marker.index(after: colon)...]))
        else { return nil }
        let status = String(decoding: try content("/proc/self/status"), as: UTF8.self)
        if let rights = user.rightsBeside(in: status) {
            throw Failure(description: "the process has \(rights)")
        }
        return user
    }

    /// The starts of the texts in a block, of which each one ends with a zero, as pointers need them.
    package static func starts(in block: [UInt8]) -> [Int] {
        var starts: [Int] = []
        var next = 0
        for (index, byte) in block.enumerated() where byte == 0 {
            starts.append(next)
            next = index + 1
        }
        return starts
    }

    private static func content(_ path: String) throws(Failure) -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw Failure(description: "\(path) cannot be read")
        }
        return Array(content)
    }

    /// Closes all descriptors but the standard streams at the replacement.
    ///
    /// Files that root has opened, or was given, are rights as well.
    private static func closeDescriptorsAtReplacement() throws(Failure) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        } catch {
            throw Failure(description: "/proc/self/fd cannot be read")
        }
        for descriptor in names.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
            // The one that listed the folder is closed already.
            guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 || errno == EBADF else { throw .last("fcntl") }
        }
    }

    private static func currentGroups() throws(Failure) -> Set<gid_t> {
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = unsafe getgroups(Int32(groups.count), &groups)
        guard count >= 0 else { throw .last("getgroups") }
        return Set(groups.prefix(Int(count)))
    }

    /// Returns only if the system refuses the call.
    private static func replace(with program: Int32, _ arguments: inout [UInt8], _ environment: inout [UInt8]) {
        unsafe withPointers(to: &arguments) { arguments in
            unsafe withPointers(to: &environment) { environment in
                _ = unsafe fexecve(program, arguments, environment)
            }
        }
    }

    /// Calls `body` with a list of the texts in the block, with a null pointer at the end.
    private static func withPointers(
        to block: inout [UInt8], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Void
    ) {
        let starts = starts(in: block)
        unsafe block.withUnsafeMutableBytes { bytes in
            var pointers = unsafe starts.map { start in
                unsafe bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
            }
            unsafe pointers.append(nil)
            unsafe pointers.withUnsafeBufferPointer { pointers in
                if let first = pointers.baseAddress { unsafe body(first) }
            }
        }
    }
}
