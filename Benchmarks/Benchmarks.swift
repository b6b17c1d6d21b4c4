// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Measures what docs/benchmarks.md promises, each as a ratio to a limit that is measured in the same run, and fails when
/// one is missed; or, as `overload`, what servers do with more work than they can do.
@main
struct Benchmarks {
    /// The parts that can be measured alone.
    enum Part: String, CaseIterable {
        case client
        case server
        case factors
        case hosted
        case credentials
        case unknownNames = "unknown-names"
        case peers
        case signUps = "sign-ups"
        case sizes
        case masterKey = "master-key"
        case resets
        case data
        case api
        case dataStore = "datastore"
    }

    private let binary: String
    private let peersFile: String
    private var table = Table()

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == EventSource.command { return try await EventSource.run(Array(arguments.dropFirst())) }
        if arguments.first == NoteSource.command { return try await NoteSource.run() }
        if arguments.first == "overload" { exit(try await Overload.run(Array(arguments.dropFirst())) ? 0 : 1) }
        let (paths, names) = (Array(arguments.prefix(2)), arguments.dropFirst(2))
        let parts = names.compactMap(Part.init)
        guard paths.count == 2, parts.count == names.count else {
            let known = Part.allCases.map(\.rawValue).joined(separator: " | ")
            print("usage: GatehouseBenchmarks PATH-OF-GATEHOUSE FILE-THAT-NAMES-THE-PEERS [\(known)]...")
            exit(64)
        }
        var benchmarks = Benchmarks(binary: paths[0], peersFile: paths[1])
        for part in Part.allCases where parts.isEmpty || parts.contains(part) {
            try await benchmarks.measure(part)
        }
        exit(benchmarks.table.holds ? 0 : 1)
    }

    private mutating func measure(_ part: Part) async throws {
        switch part {
        case .client: table.add(try ClientComputation.measure())
        case .server: try await measureServer()
        case .factors: try await measureFactors()
        case .hosted: try await measureHosted()
        case .credentials: try await measureCredentials()
        case .unknownNames: try await measureUnknownNames()
        case .peers: try await measurePeers()
        case .signUps: try await measureSignUps()
        case .sizes: try await measureSizes()
        case .masterKey: try await measureMasterKey()
        case .resets: table.add(try await Resets.measure(binary: binary))
        case .data: try await measureData()
        case .api: try await measureAPI()
        case .dataStore: try await measureDataStore()
        }
    }

    private mutating func measureServer() async throws {
        let server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        table.add(try await server.readiness())
        let running = try await server.start(onCore: 0)
        defer { running.stop() }
        table.add(running.idleMemory())
        let load = try await ServerLoad.prepare(running)
        table.add(try await load.signIns())
        table.add(try await load.passwordSignIns())
        table.add(try await load.refreshes())
        table.add(try await load.reads())
        table.add(RunningServer.memory("Under load", running.measured.anonymousMemory, limit: 32))
        let sessionReads = try await SessionReads.measure(running)
        table.add(sessionReads.alone)
        table.add(sessionReads.together)
    }

    private mutating func measureFactors() async throws {
        let server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        let running = try await server.start(onCore: 0)
        defer { running.stop() }
        let load = try await ServerLoad.prepare(running)
        table.add(try await TOTPSignIns.prepare(beside: load).measure())
        table.add(try await PasskeySignIns.prepare(beside: load).measure())
        table.add(try await DeviceSignIns.prepare(beside: load).measure())
    }

    private mutating func measureHosted() async throws {
        let server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        let running = try await server.start(onCore: 0)
        defer { running.stop() }
        let endpoints = try await HostedEndpoints.prepare(beside: try await ServerLoad.prepare(running))
        table.add(try await endpoints.clientCredentials())
        table.add(try await endpoints.refreshes())
        table.add(try await endpoints.codeFlow())
        for row in try await endpoints.loginPage() { table.add(row) }
        let glewlwyd = try Peers.read(peersFile).glewlwyd
        for row in try await glewlwyd.oauthRows(beside: endpoints) { table.add(row) }
    }

    private mutating func measureCredentials() async throws {
        let server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        let running = try await server.start(onCore: 0)
        defer { running.stop() }
        let calls = try await CredentialCalls.prepare(beside: running)
        table.add(try await calls.vending())
        table.add(try await calls.callerIdentity())
    }

    private mutating func measureUnknownNames() async throws {
        let server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        let names = try await UnknownNames.prepare(server)
        defer { names.load.server.stop() }
        table.add(try await names.measure())
    }

    private mutating func measurePeers() async throws {
        let peers = try Peers.read(peersFile)
        let server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        let running = try await server.start(onCore: 0)
        defer { running.stop() }
        for row in try await peers.rows(beside: try await ServerLoad.prepare(running)) { table.add(row) }
    }

    private mutating func measureSignUps() async throws {
        let server = try await MeasuredServer.prepare(binary: binary)
        defer { server.remove() }
        let running = try await server.start()
        defer { running.stop() }
        table.add(try await SignUps(load: try await ServerLoad.prepare(running)).measure())
    }

    private mutating func measureSizes() async throws {
        let sizes = try await PoolSizes.prepare(binary: binary)
        defer { sizes.remove() }
        table.add(try await sizes.pages())
        table.add(try await sizes.signIns())
        table.add(sizes.memory())
    }

    private mutating func measureMasterKey() async throws {
        let change = try await MasterKeyChange.prepare(binary: binary)
        defer { change.remove() }
        for row in try await change.measure() { table.add(row) }
    }

    private mutating func measureData() async throws {
        for row in try await DataReads.measure() { table.add(row) }
        for row in try await DataWrites.measure() { table.add(row) }
        table.add(try await DataRelations.measure())
        for row in try await DataFanOut.measure() { table.add(row) }
        for row in try await SchemaCompilation.measure() { table.add(row) }
        let server = try await ServedAPI.start(binary: binary)
        defer { server.remove() }
        table.add(try await Peers.read(peersFile).ariadne.row(beside: server))
        table.add(try await HostileBodies.measure(server))
        table.add(try await IdleSubscriptions.measure(server))
    }

    private mutating func measureAPI() async throws {
        let server = try await ServedAPI.start(binary: binary)
        defer { server.remove() }
        table.add(try await ClientCalls.query(server))
        table.add(try await ClientCalls.list())
        table.add(try await ClientEvents.measure())
    }

    private mutating func measureDataStore() async throws {
        for row in try await LocalSaves.measure() { table.add(row) }
        table.add(try await LocalQueries.query())
        guard DataStoreSizes.measuresAll else { return }
        table.add(try await ObservedNotes.measure())
        table.add(try await NoteSyncs.first())
        table.add(try await NoteSyncs.later())
        table.add(try await OutboxDrain.alone())
        table.add(try await OutboxDrain.served(binary: binary))
        table.add(try await LocalQueries.start())
    }
}
