// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseWire
import Logging

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
