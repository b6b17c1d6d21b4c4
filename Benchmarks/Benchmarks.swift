// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Measures what the README promises, each as a ratio to a limit that is measured in the same run, and fails when one
/// is missed.
@main
struct Benchmarks {
    static func main() async throws {
        guard let binary = CommandLine.arguments.dropFirst().first else {
            print("usage: GatehouseBenchmarks PATH-OF-GATEHOUSE")
            exit(64)
        }
        let limits = try Limits.measure()
        print(limits.text)
        var table = Table()
        table.add(ClientArithmetic.measure())
        let server = try await MeasuredServer.prepare(binary: binary)
        table.add(try await server.readiness())
        let running = try await server.start()
        table.add(running.idleMemory())
        let load = try await ServerLoad.prepare(running)
        table.add(try await load.signIns())
        table.add(try await load.refreshes())
        table.add(try await SessionReads.measure(running))
        running.stop()
        server.remove()
        print(table.text)
        exit(table.holds ? 0 : 1)
    }
}
