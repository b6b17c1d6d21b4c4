// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Measures what the README promises, each as a ratio to a limit that is measured in the same run, and fails when one
/// is missed.
@main
struct Benchmarks {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let binary = arguments.first, arguments.count == 2, let peersFile = arguments.last else {
            print("usage: GatehouseBenchmarks PATH-OF-GATEHOUSE FILE-THAT-NAMES-THE-PEERS")
            exit(64)
        }
        let peers = try Peers.read(peersFile)
        var table = Table()
        table.add(try ClientArithmetic.measure())
        let server = try await MeasuredServer.prepare(binary: binary)
        table.add(try await server.readiness())
        let running = try await server.start(onCore: 0)
        table.add(running.idleMemory())
        let load = try await ServerLoad.prepare(running)
        table.add(try await load.signIns())
        table.add(try await load.passwordSignIns())
        table.add(try await load.refreshes())
        table.add(try await load.reads())
        table.add(RunningServer.memory("Under load", running.measured.anonymousMemory, limit: 32))
        table.add(try await SessionReads.measure(running))
        for row in try await peers.rows(beside: load) { table.add(row) }
        running.stop()
        let onAllCores = try await server.start()
        table.add(try await SignUps(load: load.moved(to: onAllCores)).measure())
        onAllCores.stop()
        server.remove()
        let sizes = try await PoolSizes.prepare(binary: binary)
        table.add(try await sizes.pages())
        table.add(try await sizes.signIns())
        table.add(sizes.memory())
        sizes.remove()
        exit(table.holds ? 0 : 1)
    }
}
