// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
package import GatehouseUserPoolModel

/// What one step of a job did, for the log: rows by the numbers of their lines, and no value of any.
package struct ImportReport: Sendable, Equatable {
    /// What became of a row.
    package enum Fate: Sendable, Equatable {
        case imported
        /// The user name belongs to somebody already.
        case skipped
        case failed(ImportRefusal)
    }

    /// A row and what became of it.
    package struct Row: Sendable, Equatable {
        /// Counted from 1, which is the header.
        package let line: Int
        package let fate: Fate
    }

    package let run: ImportRun
    package var rows: [Row] = []
    /// The job as it stands behind the step; `nil` when somebody else took the step.
    package var job: ImportJobRecord?
    /// Why a piece of the file could not be opened, if that ended the job.
    package var cause: SealingError?
}
