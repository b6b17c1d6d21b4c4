// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto
package import GatehouseUserPoolModel

/// The result of one step of a job, for the log: line numbers of rows, without their values.
package struct ImportReport: Sendable, Equatable {
    /// The result for a row.
    package enum Fate: Sendable, Equatable {
        case imported
        /// Another user has the user name.
        case skipped
        /// The row is refused for the reason given.
        case failed(ImportRefusal)
    }

    /// A row and its result.
    package struct Row: Sendable, Equatable {
        /// The line number, from 1 for the header.
        package let line: Int
        package let fate: Fate
    }

    package let run: ImportRun
    /// The rows of the step in the order of the file.
    package var rows: [Row] = []
    /// The job after the step; `nil` if another process has taken the step.
    package var job: ImportJobRecord?
    /// The error if a chunk of the file could not be decrypted, which ended the job.
    package var cause: SealingError?
}
