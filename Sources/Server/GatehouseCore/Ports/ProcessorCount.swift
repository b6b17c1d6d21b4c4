// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The number of processors that this process may use.
package enum ProcessorCount {
    /// Fewer than the machine's, if the process is bound to some of them, or if a control group limits its time.
    ///
    /// Dispatch runs no more threads than the processors that the process is bound to.
    package static let usable = smallest(
        bound: allowed(in: contents("/proc/self/status")) ?? present,
        quotas: groupFolders(in: contents("/proc/self/cgroup")).map { quota(in: contents($0 + "/cpu.max")) })

    private static var present: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

    private static func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

    /// The number of processors in the status that Linux has for a process; `nil` if it has no such line.
    static func allowed(in status: Data?) -> Int? {
        guard let line = lines(of: status).first(where: { $0.hasPrefix("Cpus_allowed:") }) else { return nil }
        let count = line.split(separator: ":").last?.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) } ?? 0
        return count > 0 ? count : nil
    }

    /// The folders of the process's control group (version 2) and of the groups around it, whose limits hold too.
    ///
    /// In a container the name may be the host's; then only the first folder exists, which is the container's group.
    static func groupFolders(in membership: Data?) -> [String] {
        let name = lines(of: membership).first { $0.hasPrefix("0::") }?.dropFirst(3) ?? ""
        let parts = name.split(separator: "/")
        return (0...parts.count).map { depth in parts.prefix(depth).reduce("/sys/fs/cgroup") { "\($0)/\($1)" } }
    }

    /// Reads how many processors the time of a control group amounts to.
    ///
    /// - Parameter limit: the file `cpu.max`: the time of all processors and the period, in microseconds.
    /// - Returns: the number, rounded up; `nil` without a limit.
    static func quota(in limit: Data?) -> Int? {
        let words = lines(of: limit).first?.split(separator: " ") ?? []
        guard words.count == 2, let time = Int(words[0]), let period = Int(words[1]), time > 0, period > 0 else {
            return nil
        }
        return time / period + (time % period > 0 ? 1 : 0)
    }

    /// The least of these numbers.
    static func smallest(bound: Int, quotas: [Int?]) -> Int {
        quotas.reduce(bound) { least, quota in min(least, quota ?? least) }
    }

    private static func lines(of file: Data?) -> [Substring] {
        file.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    }
}
