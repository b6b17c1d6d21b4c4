// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProject
import GatehouseSession

/// The right of one process to push from a folder, or to pull into it; it ends with the process.
struct FolderLock: Sendable {
    private let lock: StoreLock

    /// Takes the lock.
    ///
    /// - Throws: `DeploymentFault` of the kind `.locked` if another process works with the folder.
    init(_ folder: ProjectFolder) throws(DeploymentFault) {
        let directory = folder.root.appending(path: "amplify/.config").path
        let path = directory + "/local-gatehouse.lock"
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw DeploymentFault(
                .unusable, "The folder \(directory) cannot be made.", cure: "Allow this user to write it.")
        }
        let attempt: StoreLock?
        do throws(FileFailure) {
            attempt = try FileLock.attempt(path)
        } catch {
            throw DeploymentFault(
                .unusable, "The file \(path) cannot be locked: \(error).", cure: "Allow this user to write it.")
        }
        guard let attempt else {
            throw DeploymentFault(
                .locked, "Another deployment is in progress: another command works with this folder.",
                cure: "Run the command again when it has ended.")
        }
        lock = attempt
    }

    /// Gives the folder to the next.
    func release() { lock.release() }
}
