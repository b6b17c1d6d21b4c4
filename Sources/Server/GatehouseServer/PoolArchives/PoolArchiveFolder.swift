// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseStorage

/// The folder with the sealed copies of user pools, in the data folder.
package struct PoolArchiveFolder: Sendable {
    /// A file of the folder that is being written: it has the suffix `.new` until it is complete.
    struct NewFile: Sendable {
        let name: String
        let path: String
        let content: NewPrivateFile

        var temporaryPath: String { path + PoolArchiveFolder.temporarySuffix }
    }

    /// The name of the folder.
    static let name = "pool-archives"
    private static let suffix = ".pool"
    private static let temporarySuffix = ".new"
    /// The age in seconds at which an incomplete file belongs to a process that has ended.
    private static let longestWriting: TimeInterval = 86_400
    /// The most copies of one pool in one second.
    private static let mostInOneSecond = 100
    /// The most copies of one pool: a pool that is made and deleted by a script must not fill the disk.
    static let mostOfOnePool = 20
    /// The bytes that copies leave free for the database: 64 MiB.
    package static let defaultReserve: UInt64 = 67_108_864

    /// The path of the folder.
    let path: String
    private let dataDirectory: String
    private let config: String?
    private let reserve: UInt64

    /// Creates the value for a data folder; `config` is the file of settings that commands in texts name, and `reserve`
    /// the number of bytes that copies leave free on the disk.
    package init(dataDirectory: String, config: String? = nil, reserve: UInt64 = PoolArchiveFolder.defaultReserve) {
        path = dataDirectory + "/" + Self.name
        self.dataDirectory = dataDirectory
        self.config = config
        self.reserve = reserve
    }

    /// The command that restores the pool of a file.
    func restoration(of name: String) -> FolderCommand {
        FolderCommand("restore-pool \(name)", folder: dataDirectory, config: config)
    }

    /// Creates a file for a copy of the pool; its name has the time of UTC.
    ///
    /// The folder is created if it does not exist. Incomplete files of processes that have ended are removed.
    func newFile(for poolID: String, at now: Date) throws(SystemCallFailure) -> NewFile {
        if unsafe mkdir(path, 0o700) == 0 {
            try PrivateFile.sync(folder: dataDirectory)
        } else if errno != EEXIST {
            throw .last("mkdir")
        }
        removeIncomplete(at: now)
        for number in 1...Self.mostInOneSecond {
            let end = number == 1 ? "" : "-\(number)"
            let name = "\(poolID)-\(Restore.stamp(now))\(end)\(Self.suffix)"
            let file = path + "/" + name
            guard !FileManager.default.fileExists(atPath: file) else { continue }
            do throws(SystemCallFailure) {
                return NewFile(name: name, path: file, content: try NewPrivateFile(file + Self.temporarySuffix))
            } catch {
                guard error.code == EEXIST else { throw error }
            }
        }
        throw SystemCallFailure(call: "open", code: EEXIST)
    }

    /// Refuses a copy of a pool that has the most copies already.
    func requireRoom(for poolID: String) throws(PoolArchiveRefusal) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let copies = names.filter { $0.hasPrefix(poolID + "-") && $0.hasSuffix(Self.suffix) }.sorted()
        guard copies.count >= Self.mostOfOnePool, let oldest = copies.first else { return }
        throw PoolArchiveRefusal(
            "The folder \(path) has \(copies.count) copies of the user pool \(poolID), and \(Self.mostOfOnePool) are the "
                + "most. Let the operator of the server delete those that are not needed; the oldest is \(oldest).")
    }

    /// Refuses a copy that would take the space that the database needs.
    func requireSpace() throws(PoolArchiveRefusal) {
        guard let free = SpaceProbe(folder: dataDirectory).free, free < reserve else { return }
        throw PoolArchiveRefusal(
            "The disk of \(path) has \(free / 1_048_576) MiB left, and copies of user pools leave "
                + "\(reserve / 1_048_576) MiB free for the database. Make space on the disk, for example by deleting "
                + "copies that are not needed.")
    }

    /// Gives a file its name; returns after content and name are on disk.
    func complete(_ file: NewFile) throws(SystemCallFailure) {
        try file.content.sync()
        try PrivateFile.rename(file.temporaryPath, to: file.path)
    }

    /// The numbers of copies by the ids of the keys that sealed them.
    var copiesByKey: [String: Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { name in name.hasSuffix(Self.suffix) }.reduce(into: [:]) { numbers, name in
            guard let id = PoolArchiveReader.keyID(ofFileAt: path + "/" + name) else { return }
            numbers[id, default: 0] += 1
        }
    }

    /// Removes a file that was not completed.
    func remove(_ file: NewFile) {
        unsafe unlink(file.temporaryPath)
    }

    private func removeIncomplete(at now: Date) {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: path)) ?? []
        where name.hasSuffix(Self.suffix + Self.temporarySuffix) {
            let file = path + "/" + name
            let written = (try? files.attributesOfItem(atPath: file))?[.modificationDate] as? Date
            guard let written, now.timeIntervalSince(written) > Self.longestWriting else { continue }
            unsafe unlink(file)
        }
    }
}

/// Why a server makes no copy of a user pool, with what its operator can do.
struct PoolArchiveRefusal: Error, Equatable {
    /// The reason and the cure, in sentences.
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
