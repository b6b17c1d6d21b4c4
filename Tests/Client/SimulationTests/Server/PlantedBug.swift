// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// A defect that is planted in the store or in the admission of requests, to check that the simulation finds it.
enum PlantedBug: CaseIterable, Sendable {
    /// Some writes are acknowledged although nothing of them is kept.
    case losesCommits
    /// A session string that was answered is forgotten.
    case forgetsSpentTickets
    /// A refresh token that was replaced is forgotten.
    case forgetsRotations
    /// The end of sign-ins is forgotten.
    case forgetsRevocations
    /// The failed attempts are forgotten.
    case forgetsFailures
    /// Messages are stored in a transaction of their own; a rollback of the call's transaction does not remove them.
    case keepsMessagesApart
    /// Messages are kept in memory only.
    case dropsMessages
    /// Commits are acknowledged before they are on disk.
    case doesNotSync

    /// A forgotten device is back.
    case keepsForgottenDevices
    /// A deleted passkey is back.
    case keepsDeletedPasskeys
    /// After the first rows of an import, the job begins again.
    case forgetsImportProgress
    /// A refused sign-in counts as a failed try.
    case countsRefusedTries
    /// A sign-in that waiting computations refuse, other than a crowd's, counts as a failed try.
    case countsTriesBeforeComputing
    /// A sign-in that waiting hashes refuse counts as a failed try.
    case countsTriesBeforeHashing
    /// A sign-in that waiting programs refuse counts as a failed try.
    case countsTriesBeforePrograms
    /// The answer "busy" is sent after the work: the code, the session string or the refresh token is spent.
    case refusesTooLate
    /// Answers to challenges and refreshes wait like the beginnings of sign-ins.
    case forgetsPriorities

    /// The statements that do the damage at the end of each write.
    var damage: [SQL] {
        switch self {
        case .losesCommits, .keepsMessagesApart, .doesNotSync, .countsRefusedTries, .countsTriesBeforeComputing,
            .countsTriesBeforeHashing, .countsTriesBeforePrograms, .refusesTooLate, .forgetsPriorities:
            []
        case .forgetsSpentTickets: ["DELETE FROM used_ids"]
        case .forgetsRotations: ["UPDATE refresh_tokens SET rotated_at = NULL"]
        case .forgetsRevocations: ["UPDATE token_families SET revoked_at = NULL"]
        case .forgetsFailures: ["DELETE FROM failed_attempts"]
        case .dropsMessages: ["DELETE FROM queued_messages"]
        case .forgetsImportProgress:
            [
                """
                UPDATE import_jobs SET file_offset = 0, file_line = 0
                WHERE imported > 0 AND skipped = 0 AND status = 'InProgress'
                """
            ]
        case .keepsForgottenDevices: Self.bringBack("devices", by: "device_key")
        case .keepsDeletedPasskeys: Self.bringBack("passkeys", by: "credential_id")
        }
    }

    /// Copies the new rows of a table, and brings back the rows that were deleted from it.
    private static func bringBack(_ table: SQLFragment, by key: SQLFragment) -> [SQL] {
        [
            "CREATE TABLE IF NOT EXISTS planted AS SELECT * FROM \(table) WHERE 0",
            "INSERT INTO planted SELECT * FROM \(table) WHERE \(key) NOT IN (SELECT \(key) FROM planted)",
            "INSERT OR IGNORE INTO \(table) SELECT * FROM planted",
        ]
    }

    /// The seed of a run that finds the defect.
    var knownSeed: UInt64 {
        switch self {
        case .losesCommits, .forgetsFailures, .doesNotSync, .keepsDeletedPasskeys, .countsRefusedTries,
            .countsTriesBeforeHashing, .forgetsPriorities:
            1
        case .forgetsSpentTickets, .forgetsRevocations, .refusesTooLate: 2
        case .forgetsImportProgress: 4
        case .countsTriesBeforePrograms: 7
        case .keepsMessagesApart: 8
        case .dropsMessages: 9
        case .countsTriesBeforeComputing: 16
        case .forgetsRotations: 19
        case .keepsForgottenDevices: 29
        }
    }

    /// The operation whose rehearsal finds the defect, if runs seldom do.
    var knownMove: ServerMove.Kind? {
        self == .keepsDeletedPasskeys ? .deletePasskey : nil
    }

    /// The promises that the defect can break.
    var breaks: Set<ServerPromise> {
        switch self {
        case .losesCommits, .doesNotSync: Set(ServerPromise.allCases)
        case .forgetsSpentTickets, .forgetsRotations: [.nothingWorksTwice]
        case .forgetsRevocations, .keepsForgottenDevices, .keepsDeletedPasskeys: [.endedMeansEnded]
        case .forgetsFailures: [.failuresCount]
        case .keepsMessagesApart, .dropsMessages: [.messagesFollowCommits]
        case .forgetsImportProgress: [.linesCountOnce]
        case .countsRefusedTries, .countsTriesBeforeComputing, .countsTriesBeforeHashing, .countsTriesBeforePrograms,
            .refusesTooLate:
            [.refusalsChangeNothing]
        case .forgetsPriorities: [.answersGoFirst]
        }
    }
}
