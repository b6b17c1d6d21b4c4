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
    private let pause: @Sendable () async throws -> Void
    /// The most pauses for nodes that are being restarted.
    private static let mostPauses = 600
    /// The number of rows between two reports of progress.
    private static let step = 10_000
    /// The largest number of unreadable values that are named.
    private static let named = 10

    /// Creates the rotation of the configuration's data folder.
    ///
    /// With `endingSessions`, the lines of older keys may be removed at its end, before the values that clients hold
    /// under them have expired. `pause` waits for nodes that are being restarted.
    package init(
        _ configuration: ServerConfiguration, endingSessions: Bool = false, clock: WallClock = .system,
        entropy: Entropy = .system,
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
    ) {
        self.configuration = configuration
        endsSessions = endingSessions
        self.clock = clock
        self.entropy = entropy
        self.pause = pause
    }

    /// Seals everything again; after an end at any moment, another call continues the work.
    /// - Parameter say: called with lines for people, on the progress and the result.
    /// - Throws: `StartupRefusal` with the corrective action, for example when the server does not have the key yet.
    package func run(say: (String) -> Void) async throws(StartupRefusal) {
        try FolderOwner.requireNotRoot(in: configuration.dataDirectory)
        try await awaitNodes(say: say)
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

    /// Waits until all nodes seal with the last key of the key ring, if they are being restarted with it: what a node seals
    /// with the former key after the rotation could not be opened when that key is gone.
    private func awaitNodes(say: (String) -> Void) async throws(StartupRefusal) {
        let opening = configuration.databaseOpening(clock: clock, entropy: entropy)
        var named: [String] = []
        for _ in 0..<Self.mostPauses {
            let nodes = try await opening.nodesBefore()
            guard !nodes.isEmpty else { return }
            if nodes != named {
                say("Waiting for nodes that do not seal with the new master key yet: \(nodes.joined(separator: ", ")).")
            }
            named = nodes
            do {
                try await pause()
            } catch {
                throw StartupRefusal(.unavailable, "The rotation was interrupted before it had begun.")
            }
        }
        throw StartupRefusal(
            .unavailable,
            "Nodes do not seal with the new master key yet (\(named.joined(separator: ", "))): restart them with "
                + "this key ring, whose last line is that key; then run this command again.")
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
