// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseStorage
import Logging

/// A data folder that this process uses, its lock, and the open database of the installation.
struct DataFolder {
    /// The steps of a start, after each of which the process may end.
    enum Step: CaseIterable {
        case folder
        case lock
        case beginning
        case key
        case check
        case file
        case schema
        case masterKeys
        case indexKeys
        case mark
        case end
    }

    /// The lock; `nil` for a maintenance command, which may run beside a server.
    let lock: FolderLock?
    /// The database, with its keys.
    let opened: OpenDatabase
    var keys: InstallationKeys { opened.keys }
    var sealer: Sealer { opened.sealer }
    var database: any ServerDatabase { opened.database }
    /// The pages of the log that the last server left without a proper end; 0 after a proper end.
    var leftPages: Int { opened.leftPages }

    /// Opens the folder and the database; the first start of a server creates what they lack.
    ///
    /// A start that was cut off is completed by the next one. `reach` is called after each step, for tests that cut a
    /// start off; a database on a server has fewer steps than one in the folder.
    /// - Throws: `StartupRefusal` with the corrective action.
    static func open(
        _ configuration: ServerConfiguration, clock: WallClock = .system, entropy: Entropy,
        logger: Logger = .silent, reach: (Step) throws(StartupRefusal) -> Void = { _ in }
    ) async throws(StartupRefusal) -> DataFolder {
        let opening = configuration.databaseOpening(clock: clock, entropy: entropy, logger: logger)
        func keys(_ database: KeyedDatabase?) throws(StartupRefusal) -> InstallationKeys {
            InstallationKeys(
                ring: try MasterKeys(
                    configuration.masterKey, mode: configuration.mode, entropy: entropy, of: database
                ).ring(), entropy: entropy)
        }
        guard configuration.mode != .maintenance else {
            return DataFolder(lock: nil, opened: try await opening.openForCommand(keys: keys, at: clock.now))
        }
        try make(configuration.dataDirectory)
        try reach(.folder)
        let lock = try FolderLock(
            folder: configuration.dataDirectory,
            holder: "gatehouse \(configuration.mode.rawValue) on \(configuration.deployment.baseURL)")
        try reach(.lock)
        return DataFolder(lock: lock, opened: try await opening.open(keys: keys, at: clock.now, reach: reach))
    }

    /// Creates a data folder, for its owner only, if it does not exist.
    /// - Returns: the paths of the folders that did not exist, the innermost first.
    /// - Throws: `StartupRefusal` with the corrective action.
    @discardableResult
    static func make(_ folder: String) throws(StartupRefusal) -> [String] {
        var missing: [String] = []
        var url = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
        while !FileManager.default.fileExists(atPath: url.path), url.pathComponents.count > 1 {
            missing.append(url.path)
            url.deleteLastPathComponent()
        }
        do throws(SystemCallFailure) {
            for path in missing.reversed() where unsafe mkdir(path, 0o700) != 0 { throw .last("mkdir") }
            var isFolder: ObjCBool = false
            guard unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
            else {
                throw SystemCallFailure(call: "mkdir", code: ENOTDIR)
            }
            return missing
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "The data folder \(folder) cannot be created: \(error). \(Cure.text(for: error, inDataFolder: folder))")
        }
    }
}

extension Logger {
    /// A logger that drops all lines, for work whose caller says what there is to say.
    static var silent: Logger { Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() } }
}
