// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
package import GatehouseServer
import GatehouseServerCrypto
import GatehouseStorage

/// The rotation of the master key.
extension TestGatehouse {
    /// The same server after a restart with a further master key, under which it seals from now on.
    package func addingMasterKey(_ id: String = "next") throws -> TestGatehouse {
        try restarted(with: ring.rotated(id: id, entropy: entropy))
    }

    /// Seals everything again under the current master key.
    ///
    /// - Parameter report: called after each batch.
    /// - Returns: what was done.
    /// - Throws: the error of `report`, or of the database.
    @discardableResult
    package func reseal(
        report: (Resealing.Progress) async throws -> Void = { _ in }
    ) async throws -> Resealing.Result {
        try await Resealing(database, by: Sealer(ring: ring, index: index, entropy: entropy)).run(report: report)
    }

    /// The same server after a restart with its current master key alone.
    package func forgettingOldMasterKeys() throws -> TestGatehouse {
        try restarted(with: KeyRing(ring.current))
    }
}
