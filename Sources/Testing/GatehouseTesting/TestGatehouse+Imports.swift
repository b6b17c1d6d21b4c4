// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServer
import GatehouseUserPools

extension TestGatehouse {
    /// Runs the import jobs that were started, until none is left.
    /// - Throws: the service's fault when one cannot go on.
    public func runImports() async throws {
        while try await advanceImports() {}
    }

    /// Takes every running import job one step further.
    /// - Parameter rows: the most rows of a step.
    /// - Returns: whether any job was running.
    /// - Throws: the service's fault when one cannot go on.
    package func advanceImports(rows: Int = 100) async throws -> Bool {
        let runs = try await installation.userPools.importRuns()
        for run in runs { _ = try await installation.userPools.advance(run, rows: rows) }
        return !runs.isEmpty
    }
}
