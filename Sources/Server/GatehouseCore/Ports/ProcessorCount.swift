// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The number of processors that this process may use.
enum ProcessorCount {
    /// Fewer than the machine's, if the process is bound to some of them: Dispatch runs no more threads than these.
    static let usable = allowed(in: FileManager.default.contents(atPath: "/proc/self/status")) ?? present

    private static var present: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

    /// The number of processors in the status that Linux has for a process; `nil` if it has no such line.
    static func allowed(in status: Data?) -> Int? {
        let lines = status.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
        guard let line = lines.first(where: { $0.hasPrefix("Cpus_allowed:") }) else { return nil }
        let count = line.split(separator: ":").last?.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) } ?? 0
        return count > 0 ? count : nil
    }
}
