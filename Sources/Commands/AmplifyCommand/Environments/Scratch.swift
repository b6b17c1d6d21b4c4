// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDeployment
import GatehouseProject

/// A temporary folder for the project of another environment.
struct Scratch {
    /// The folder, which does not exist before `make`.
    let folder: ProjectFolder

    /// Names a folder of the person's cache: a command that a signal ends leaves the project as it was.
    ///
    /// - Parameters:
    ///   - variables: the variables of the process: `XDG_CACHE_HOME` and `HOME` count.
    ///   - id: the end of the folder's name; each command has another one.
    /// - Throws: `DeploymentFault` if no such folder is known.
    init(variables: [String: String], id: String) throws(DeploymentFault) {
        func absolute(_ name: String) -> String? { variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let cache = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map({ $0 + "/.cache" }) else {
            throw DeploymentFault(
                .unusable, "The project of the other environment has no place meanwhile.",
                cure: "Set HOME or XDG_CACHE_HOME to an absolute path.")
        }
        folder = ProjectFolder(URL(filePath: "\(cache)/amplify/\(Self.prefix)\(id)", directoryHint: .isDirectory))
    }

    /// The beginning of the name of each such folder.
    private static let prefix = "scratch-"
    /// After so many seconds, no command works in a folder any more.
    private static let longestUse: TimeInterval = 86_400

    /// Makes the folder, which only its owner can read, and removes those that killed commands have left.
    ///
    /// - Throws: `DeploymentFault` if it cannot be made.
    func make() throws(DeploymentFault) {
        do {
            try FileManager.default.createDirectory(
                at: folder.root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DeploymentFault(
                .unusable, "The folder \(folder.root.path) cannot be made.", cure: "Allow this user to write it.")
        }
        removeAbandoned()
    }

    /// Removes folders that are older than a day: a signal at a question ends a command before it can.
    ///
    /// Their ages are measured from the new folder, by the clock of the file system. A folder that cannot be removed now
    /// is removed by a later command.
    private func removeAbandoned() {
        let cache = folder.root.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: cache.path)) ?? []
        guard let now = Self.changeTime(folder.root.path) else { return }
        for name in names where name.hasPrefix(Self.prefix) {
            let path = cache.appending(path: name).path
            guard let time = Self.changeTime(path), now.timeIntervalSince(time) > Self.longestUse else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private static func changeTime(_ path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    /// Makes the folder, does something with it, and removes it.
    ///
    /// - Throws: the error of the work; `DeploymentFault` if the folder cannot be made or removed.
    func use<Result>(_ work: (ProjectFolder) async throws -> Result) async throws -> Result {
        let result: Result
        try make()
        do {
            result = try await work(folder)
        } catch {
            try? FileManager.default.removeItem(at: folder.root)
            throw error
        }
        do {
            if FileManager.default.fileExists(atPath: folder.root.path) {
                try FileManager.default.removeItem(at: folder.root)
            }
        } catch {
            throw DeploymentFault(
                .unusable, "The folder \(folder.root.path) cannot be removed.", cure: "Remove it by hand.")
        }
        return result
    }
}
