// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A program under load, known to the system by its number.
struct MeasuredProcess: Sendable {
    let id: Int32

    /// Processor time that it has used, in seconds.
    var processorTime: Double {
        let stat = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return .nan }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The process's anonymous memory, without the pages of files, in MiB.
    var anonymousMemory: Double {
        let text = (try? String(contentsOfFile: "/proc/\(id)/smaps_rollup", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") }?.split(separator: " ") ?? []
        return (line.count > 1 ? Double(line[1]) ?? .nan : .nan) / 1024
    }

    /// The same from the system's counters, which are exact to a few pages and cost nothing to read, in MiB.
    var residentMemory: Double {
        let text = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }?.split(separator: " ") ?? []
        return (line.count > 1 ? Double(line[line.count - 2].drop { !$0.isNumber }) ?? .nan : .nan) / 1024
    }

    /// Keeps all threads of the program on one core.
    func keep(onCore core: Int) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["taskset", "--all-tasks", "--cpu-list", "--pid", "\(core)", "\(id)"]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
    }

    /// The number of runs of `work` in a second of processor time; each worker passes its number to `work`.
    func rate(
        of count: Int, workers: Int, _ work: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> Double {
        let before = processorTime
        try await Self.run(count, workers: workers, work)
        return Double(count / workers * workers) / (processorTime - before)
    }

    /// Does `work` as often as asked, by `workers` at once.
    static func run(
        _ count: Int, workers: Int, _ work: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    for _ in 0..<(count / workers) { try await work(worker) }
                }
            }
            try await group.waitForAll()
        }
    }
}
