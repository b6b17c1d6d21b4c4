// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// The refusals for the failures of a copy, which name both places and the corrective action.
struct CopyRefusals {
    /// The last words of a refusal after which another run goes on.
    static let resumption = " Then run the command again: it goes on where it was."

    /// The refusal of all but the copy itself on a place that has a part of a copy.
    static func unfinished(at place: String) -> StartupRefusal {
        StartupRefusal(
            .unavailable,
            "\(place) has a part of a copy that has not ended: run the same gatehouse copy again, with the same "
                + "arguments, which goes on where it was. docs/copying.md says how to give it up.")
    }

    private let source: any CopySourceDatabase
    private let target: any CopyTargetDatabase

    init(source: any CopySourceDatabase, target: any CopyTargetDatabase) {
        self.source = source
        self.target = target
    }

    func refusal(of failure: CopyFailure) -> StartupRefusal {
        let (from, to) = (source.place, target.place)
        return switch failure {
        case .source(let error): Self.resuming(source.refusal(error))
        case .target(let error): Self.resuming(target.refusal(error))
        case .usedTarget:
            StartupRefusal(
                .unavailable,
                "\(to) is not empty, and is not a part of a copy of \(from): name an empty database, an empty schema "
                    + "(schema=NAME in the address), or a folder without a database.")
        case .otherCopy:
            StartupRefusal(
                .unavailable,
                "\(to) has a part of a copy of another database, or of an earlier state of \(from): run the command again "
                    + "with --restart, which removes that part.")
        case .staleCopy(let row, let error):
            StartupRefusal(
                .unavailable,
                "\(to) cannot store \(row) beside what an earlier run has copied (\(error)), because \(from) was changed since: "
                    + "run the command again with --restart.")
        case .unstorable(let row, let error):
            StartupRefusal(
                .damaged,
                "\(to) cannot store \(row): \(error). Change or remove it in \(from), then run the command again. Nothing of "
                    + "the copy is left.")
        case .difference(let tables):
            StartupRefusal(
                .damaged,
                "\(from) and \(to) differ, so the copy was not completed, and no server starts on it. If \(from) was changed "
                    + "after a part was copied, run the command again with --restart.",
                details: tables.map { table in "\(table)" })
        }
    }

    /// A refusal after which another run goes on; some texts end with a command, after which there is no sentence.
    private static func resuming(_ refusal: StartupRefusal) -> StartupRefusal {
        guard refusal.description.hasSuffix(".") else { return refusal }
        return StartupRefusal(refusal.exitCode, refusal.description + resumption, details: refusal.details)
    }
}
