// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataSite
import Synchronization

/// Collects what requests did.
final class Reports: Sendable {
    private let reports = Mutex<[DataRequestReport]>([])

    func add(_ report: DataRequestReport) { reports.withLock { $0.append(report) } }

    /// The reports since the last call.
    func take() -> [DataRequestReport] {
        reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
    }
}
