// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDeployment
import GatehouseProject

/// A folder of this machine for the project of another environment meanwhile.
struct Scratch {
    /// The folder, which does not exist before something is written.
    let folder: ProjectFolder

    /// Names a folder that no push sends, inside a project.
    init(in project: ProjectFolder, id: String) {
        folder = ProjectFolder(
            project.root.appending(path: "amplify/.config/local-scratch-\(id)", directoryHint: .isDirectory))
    }

    /// Names a hidden folder, inside a folder without a project.
    init(beside app: ProjectFolder, id: String) {
        folder = ProjectFolder(
            app.root.appending(path: ".amplify-scratch-\(id)", directoryHint: .isDirectory))
    }

    /// Does something with the folder, and removes it.
    ///
    /// - Throws: the error of the work; `DeploymentFault` if the folder cannot be removed.
    func use<Result>(_ work: (ProjectFolder) async throws -> Result) async throws -> Result {
        let result: Result
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
