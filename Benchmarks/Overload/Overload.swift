// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Offers servers more work than they can do, prints how they cope, and fails when a promise of docs/benchmarks.md is
/// missed.
struct Overload {
    /// The parts that can be shown alone.
    enum Part: String, CaseIterable {
        case passwords
        case srp
        case refreshes
        case connections
        case fresh
        case sockets
        case retries
        case peers
    }

    private let binary: String
    private let peersFile: String
    private let script: ClientScript

    /// Shows the parts that the arguments name, or all.
    ///
    /// - Returns: whether all promises were kept.
    static func run(_ arguments: [String]) async throws -> Bool {
        let (paths, names) = (Array(arguments.prefix(4)), arguments.dropFirst(4))
        let parts = names.compactMap(Part.init)
        guard paths.count == 4, parts.count == names.count else {
            let known = Part.allCases.map(\.rawValue).joined(separator: " | ")
            print("usage: GatehouseBenchmarks overload PATH-OF-GATEHOUSE PEERS-FILE PYTHON SCRIPT [\(known)]...")
            exit(64)
        }
        let overload = Overload(
            binary: paths[0], peersFile: paths[1], script: ClientScript(python: paths[2], file: paths[3]))
        var holds = true
        for part in Part.allCases where parts.isEmpty || parts.contains(part) {
            let isKept = try await overload.show(part)
            holds = holds && isKept
        }
        return holds
    }

    private func show(_ part: Part) async throws -> Bool {
        switch part {
        case .passwords: try await showCalls("Password sign-in") { .passwords($0.clientID, port: $0.server.port) }
        case .srp:
            try await showCalls("SRP sign-in") {
                SRPCalls(poolID: $0.poolID, clientID: $0.clientID, port: $0.server.port)
            }
        case .refreshes: try await showCalls("Refresh") { try await .refreshes($0) }
        case .connections: try await ConnectionFlood.show(binary: binary)
        case .fresh: try await FreshConnections.show(binary: binary)
        case .sockets: try await IdleSockets.show(beside: binary)
        case .retries: try await withLoad { try await RetryingClients(load: $0, script: script).show() }
        case .peers:
            try await Peers.read(peersFile).showOverloaded()
        }
    }

    private func showCalls(
        _ name: String, _ call: (ServerLoad) async throws -> any LoadedCall
    ) async throws -> Bool {
        try await withLoad { load in
            var table = OverloadedServer.table()
            let server = OverloadedServer(
                name: name, port: load.server.port, process: load.server.measured, call: try await call(load))
            try await server.measure(&table, isPromised: true)
            return table.holds
        }
    }

    private func withLoad(_ show: (ServerLoad) async throws -> Bool) async throws -> Bool {
        let server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        let running = try await server.start(onCore: 0)
        defer { running.stop() }
        return try await show(try await ServerLoad.prepare(running))
    }
}
