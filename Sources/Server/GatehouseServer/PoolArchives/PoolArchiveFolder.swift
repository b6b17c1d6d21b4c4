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

    /// The path of the folder.
    let path: String
    private let dataDirectory: String
    private let config: String?

    /// Creates the value for a data folder; `config` is the file of settings that commands in texts name.
    package init(dataDirectory: String, config: String? = nil) {
        path = dataDirectory + "/" + Self.name
        self.dataDirectory = dataDirectory
        self.config = config
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
