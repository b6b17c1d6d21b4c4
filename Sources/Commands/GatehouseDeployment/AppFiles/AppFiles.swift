// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClientFiles
import GatehouseCrypto
package import GatehouseProject

/// The configuration files of a project's app, in the places where the libraries of its platform read them.
///
/// Files that exist are changed in place: members that the tool does not write stay byte for byte, and so does an
/// `authenticationFlowType` that a person chose.
package enum AppFiles {
    /// The changes of the app's files for the deployed state of an environment.
    ///
    /// Reads the pools and the app client from the server; the ids and the API come from the state. What the state has
    /// no id of, for example before the first push, is not in the files.
    ///
    /// - Parameters:
    ///   - state: the state; its frontend decides which files there are.
    ///   - project: the project with the files that exist.
    ///   - backend: the server.
    /// - Returns: the files whose content changes, and the record of what the tool wrote on this machine.
    /// - Throws: `DeploymentFault` if the server refuses or cannot be reached, or a file that exists cannot be used.
    package static func changes(
        _ state: DeployedState, project: Project, on backend: Backend
    ) async throws(DeploymentFault) -> FileChanges {
        let files = try await clientFiles(of: AppResources(state), on: backend)
        do throws(ProjectFault) {
            return try changes(to: files, for: state.wanted.frontend, in: project.folder)
        } catch {
            throw DeploymentFault(error)
        }
    }

    /// The changes that bring the files of an app to a content.
    ///
    /// - Parameters:
    ///   - files: the content.
    ///   - frontend: the type of the app.
    ///   - folder: the folder of the project with the files that exist.
    /// - Returns: the files whose content changes, and the record of what the tool wrote on this machine.
    /// - Throws: `ProjectFault` if a file that exists cannot be used.
    static func changes(
        to files: ClientFiles, for frontend: Frontend, in folder: ProjectFolder
    ) throws(ProjectFault) -> FileChanges {
        var changes = FileChanges()
        var record = try AppFileRecord(in: folder)
        for file in try AppFile.all(of: frontend, in: folder) {
            let present = try folder.bytes(file.path)
            do throws(JSONFlaw) {
                let bytes = try file.bytes(with: files, changing: present, record: &record)
                if bytes != present { changes.write(bytes, to: file.path) }
            } catch {
                throw fault(file, error)
            }
        }
        if let document = record.changedDocument { changes.write(document, to: AppFileRecord.path) }
        return changes
    }

    /// Refuses files of an app that no content can be brought into.
    ///
    /// A push asks before its first step: afterwards, the server would have changed without the app's files.
    ///
    /// - Parameters:
    ///   - frontend: the type of the app.
    ///   - folder: the folder of the project.
    /// - Throws: `ProjectFault` if a file that exists cannot be read, or cannot be changed in place.
    static func requireUsable(of frontend: Frontend, in folder: ProjectFolder) throws(ProjectFault) {
        _ = try AppFileRecord(in: folder)
        for file in try AppFile.all(of: frontend, in: folder) {
            guard let present = try folder.bytes(file.path) else { continue }
            do throws(JSONFlaw) {
                _ = try file.document(in: present)?.cursor.members()
            } catch {
                throw fault(file, error)
            }
        }
    }

    /// The digests of the files of an app that exist, by their paths.
    ///
    /// - Parameters:
    ///   - frontend: the type of the app.
    ///   - folder: the folder of the project.
    /// - Returns: the digests in hexadecimal digits.
    /// - Throws: `ProjectFault` if a file that exists cannot be read.
    static func digests(of frontend: Frontend, in folder: ProjectFolder) throws(ProjectFault) -> [String: String] {
        var digests: [String: String] = [:]
        for file in try AppFile.all(of: frontend, in: folder) {
            if let bytes = try folder.bytes(file.path) { digests[file.path] = Hex.encode(sha256(bytes)) }
        }
        return digests
    }

    private static func fault(_ file: AppFile, _ flaw: JSONFlaw) -> ProjectFault {
        ProjectFault(file.path, flaw, cure: "Correct the file, or move it away: the command writes it anew.")
    }
}
