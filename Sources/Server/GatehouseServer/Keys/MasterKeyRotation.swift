// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseStorage

/// Seals everything in a data folder again under the last key of the key ring, beside a server that is running or not.
package struct MasterKeyRotation: Sendable {
    private let configuration: ServerConfiguration
    private let endsSessions: Bool
    private let clock: WallClock
    private let entropy: Entropy
    /// The number of rows between two reports of progress.
    private static let step = 10_000
    /// The largest number of unreadable values that are named.
    private static let named = 10

    /// Creates the rotation of the configuration's data folder.
    ///
    /// With `endingSessions`, the lines of older keys may be removed at its end, before the values that clients hold
    /// under them have expired.
    package init(
        _ configuration: ServerConfiguration, endingSessions: Bool = false, clock: WallClock = .system,
        entropy: Entropy = .system
    ) {
        self.configuration = configuration
        endsSessions = endingSessions
        self.clock = clock
        self.entropy = entropy
    }

    /// Seals everything again; after an end at any moment, another call continues the work.
    /// - Parameter say: called with lines for people, on the progress and the result.
    /// - Throws: `StartupRefusal` with the corrective action, for example when the server does not have the key yet.
    package func run(say: (String) -> Void) async throws(StartupRefusal) {
        try FolderOwner.requireNotRoot(in: configuration.dataDirectory)
        let folder = try await DataFolder.open(configuration, clock: clock, entropy: entropy)
        defer { try? folder.database.close() }
        let current = folder.keys.ring.current.id
        say("Everything is sealed again under the master key \(current).")
        let seals = SealReservations(folder.database, for: folder.sealer)
        let result: Resealing.Result
        do {
            _ = try await seals.reserve()
            result = try await Resealing(folder.database, by: folder.sealer).run { progress in
                if let line = Self.line(progress) { say(line) }
                _ = try await seals.reserve()
            }
            try await seals.settle()
        } catch {
            throw StartupRefusal(
                .unavailable,
                "The rotation was interrupted: \(error). \(Cure.text(for: error)) Then run the command again: it continues with "
                    + "what is left.")
        }
        try await finish(folder, result, say: say)
    }

    private static func line(_ progress: Resealing.Progress) -> String? {
        let before = (progress.rows - progress.column.batch) / step
        guard progress.rows > 0, progress.isEnd || progress.rows / step > before else { return nil }
        return "\(progress.column.rawValue): \(progress.rows) of \(max(progress.rows, progress.total)) rows"
    }

    private func finish(
        _ folder: DataFolder, _ result: Resealing.Result, say: (String) -> Void
    ) async throws(StartupRefusal) {
        let keys = folder.keys
        if let check = folder.opened.check, check.keyID != keys.ring.current.id { try check.seal() }
        let records = try await keys.recordEmpty(
            in: folder.database, except: result.keysOfUnreadable, endingSessions: endsSessions, at: clock.now)
        say("\(result.resealed) values were sealed again.")
        for record in records {
            guard let date = record.removableFrom else { continue }
            guard endsSessions else {
                say("The line of the master key \(record.id) may be removed from \(date.formatted(.iso8601)) on.")
                continue
            }
            say(
                "The line of the master key \(record.id) may be removed now. Remove it, and restart the server: until "
                    + "then the key is valid, and then what clients hold under it is not.")
        }
        guard result.unreadable.isEmpty else {
            let names = result.unreadable.prefix(Self.named).joined(separator: ", ")
            throw StartupRefusal(
                .damaged,
                "\(result.unreadable.count) values cannot be opened with any key of the key ring (\(names)): add the "
                    + "missing key and run the command again, or restore a backup.")
        }
    }
}
