// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServer
import GatehouseStorage
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel

/// What is checked in the database itself.
extension ServerRun {
    /// Turns the power on again, and notes the codes that are there.
    func restartMedium() throws {
        try medium.restart()
        let storage = medium.database
        codes.commit(
            try stage.offStage {
                try await storage.read { reader in try CodeRegister.codes(in: reader) }
            })
    }

    /// Lets the clock of a new process begin after the latest purge, as at the start of a server.
    func forwardClock() throws {
        let store = SQLUserPoolStore(medium.database)
        let purge = try stage.offStage { try await store.read { try $0.latestPurgeOfSingleUseIDs() } }
        if let purge { server.installation.userPools.forwardClock.advance(to: purge) }
    }

    /// The check of `gatehouse check`: the pages, the references, the counters.
    func checkDatabase() throws {
        let storage = medium.database
        let findings = try stage.offStage {
            let (inspection, counts) = (try await storage.inspect(), try await StoreCounts(storage))
            return inspection.damage + inspection.danglingRows + counts.poolsWithWrongCounter
        }
        if let finding = findings.first { throw BrokenPromise(.soundDatabase, finding) }
    }

    /// Compares the counters of failed attempts with the failures that callers got as answers.
    func checkFailures() throws {
        let expected = failures.filter { latest.timeIntervalSince($0.value.at) < 890 && $0.value.count > 0 }
        guard !expected.isEmpty else { return }
        let (storage, pool) = (medium.database, landscape.pool.id)
        let counters = AttemptCounters(sealer: gatehouse.sealer(entropy: .seeded(1)))
        for (user, failures) in expected.sorted(by: { $0.key < $1.key }) {
            let count = try stage.offStage {
                try await SQLUserPoolStore(storage).read { reading in
                    let record = try reading.existingPool(pool)
                    let found = try reading.findUser(user, in: record)
                    let subject = counters.lockoutSubject(sub: found?.sub, typedName: user, in: record)
                    return try reading.failedAttempts(on: subject, inPool: pool)?.count ?? 0
                }
            }
            guard count >= failures.count else {
                throw BrokenPromise(
                    .failuresCount, "\(user): \(count) failures are counted, \(failures.count) were answered")
            }
        }
    }
}
