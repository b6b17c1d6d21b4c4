// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore

/// Runs a program of this machine for each event: the event on its standard input, what it returns on its standard
/// output.
///
/// A program that ends with another status than zero has raised an error, whose message is the last line of its standard
/// error. One that takes too long is killed, and whatever it started with it.
struct ProgramTrigger: TriggerCarrier {
    /// Threads that wait for programs, and calls that may wait for a thread.
    private static let threads = ComputePool.bounded(threads: 32, places: 256)

    let command: [String]
    let folder: String

    func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8] {
        let end = ContinuousClock.now + limit
        do {
            return try await Self.threads.run {
                var run = try ProgramRun(command, in: folder, input: Array(call.event.utf8), until: end)
                return try run.finish()
            }
        } catch let failure as TriggerFailure {
            throw failure
        } catch {
            throw .notCallable(.throttled, "too many programs run")
        }
    }
}
