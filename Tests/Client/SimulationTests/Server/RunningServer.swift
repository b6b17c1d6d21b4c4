// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseOutbound
import GatehouseServer
import GatehouseTesting
import Synchronization

/// A process of the server: everything in its memory is gone after its end; the database and the post office stay.
struct RunningServer: Sendable {
    let life = Life()
    let load: ServerLoad
    let installation: Installation
    let purgeTime: PurgeTime

    /// Starts a process over a database, with the keys and the clock of `gatehouse`.
    init(
        _ gatehouse: TestGatehouse, medium: ServerMedium, stage: Stage, faults: DiskFaults, office: PostOffice,
        codes: CodeRegister, journal: Journal, steady: SteadyClock, seed: UInt64, bug: PlantedBug?
    ) {
        let life = life
        load = ServerLoad(stage, seed: seed, bug: bug)
        purgeTime = PurgeTime(gatehouse.clock.wallClock) { steady.now }
        let disk = FaultyDisk(
            medium: medium, base: medium.database, stage: stage, life: life, faults: faults, codes: codes,
            journal: journal, bug: bug)
        let carrier = FaultyCarrier(office: office, life: life, journal: journal)
        installation = gatehouse.composed(
            over: disk, entropy: .seeded(seed), carriers: [.email: carrier, .sms: carrier],
            lanes: load.lanes
        ) { duration in
            try await stage.sleep(duration)
            if life.isOver { throw CancellationError() }
        }
        guard let dispatcher = installation.messageDispatcher else { return }
        life.atEnd { dispatcher.close() }
        Task { await dispatcher.run() }
    }
}

/// A clock for the passed time, independent of the server's clock.
final class SteadyClock: Sendable {
    private let start = ContinuousClock.now
    private let elapsed = Mutex(Duration.zero)

    var now: ContinuousClock.Instant { start.advanced(by: elapsed.withLock { $0 }) }

    func advance(by seconds: Double) { elapsed.withLock { $0 += .seconds(seconds) } }
}
