// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSQLite
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
        let found = stage.offStage { () async -> Result<[CodeRegister.Code], any Error> in
            do {
                return .success(try await storage.read { reader in try CodeRegister.codes(in: reader) })
            } catch {
                return .failure(error)
            }
        }
        codes.commit(try found.get())
    }

    /// The check of `gatehouse check`: the pages, the references, the counters.
    func checkDatabase() async throws {
        let storage = medium.database
        let findings = stage.offStage { () async -> Result<[String], any Error> in
            do {
                let (inspection, counts) = (try await storage.inspect(), try await StoreCounts(storage))
                return .success(inspection.damage + inspection.danglingRows + counts.poolsWithWrongCounter)
            } catch {
                return .failure(error)
            }
        }
        if let finding = try findings.get().first { throw BrokenPromise(.soundDatabase, finding) }
    }

    /// Compares the counters of failed attempts with the failures that callers got as answers.
    func checkFailures() throws {
        let expected = failures.filter { latest.timeIntervalSince($0.value.at) < 890 && $0.value.count > 0 }
        guard !expected.isEmpty else { return }
        let (storage, pool) = (medium.database, landscape.pool.id)
        let counters = AttemptCounters(sealer: gatehouse.sealer(entropy: .seeded(1)))
        for (user, failures) in expected.sorted(by: { $0.key < $1.key }) {
            let count = stage.offStage { () async -> Result<Int, any Error> in
                do {
                    let store = SQLUserPoolStore(storage)
                    return .success(
                        try await store.read { reading in
                            let record = try reading.existingPool(pool)
                            let found = try reading.findUser(user, in: record)
                            let subject = counters.lockoutSubject(sub: found?.sub, typedName: user, in: record)
                            return try reading.failedAttempts(on: subject, inPool: pool)?.count ?? 0
                        })
                } catch {
                    return .failure(error)
                }
            }
            guard try count.get() >= failures.count else {
                throw BrokenPromise(
                    .failuresCount, "\(user): \(try count.get()) failures are counted, \(failures.count) were answered")
            }
        }
    }
}
