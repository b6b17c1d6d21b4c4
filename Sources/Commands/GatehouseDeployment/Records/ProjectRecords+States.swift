// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCrypto
package import GatehouseProject
import GatehouseWire
package import ProjectShapes

/// A state of an environment as the server lists it, without the contents of its files.
package struct RecordedState: Sendable {
    /// Number, time and author.
    package let summary: StateSummary
    /// The files.
    package let files: [StateFile]
    /// The resources with their ids, in the form of `amplify-meta.json`; `nil` without one.
    package let outputs: JSONDocument?

    /// The number of the state.
    package var number: Int { summary.stateNumber ?? 0 }

    /// Reads the answer of a server; `nil` if it has no state.
    ///
    /// - Throws: `DeploymentFault` if the list of files exceeds a bound or has a path that leaves the project, or if the
    ///   list of resources cannot be read.
    init?(_ answer: GetStateResponse, of environment: String) throws(DeploymentFault) {
        guard let summary = answer.state, summary.stateNumber != nil else { return nil }
        self.summary = summary
        files = answer.files ?? []
        try Self.check(files)
        guard let text = answer.outputs else {
            outputs = nil
            return
        }
        do throws(JSONFlaw) {
            outputs = try JSONDocument(Array(text.utf8))
        } catch {
            throw DeploymentFault(
                .refused, "The server's list of resources of \(environment) cannot be read: \(error.problem)",
                cure: "Push again from a folder that has the project: amplify push --force.")
        }
    }

    /// Refuses what no push sends: the files are written into a folder of this machine.
    private static func check(_ files: [StateFile]) throws(DeploymentFault) {
        // Paths have a bound before they are compared: to compare a long text can take the square of its length.
        let stranger = files.first { !PushedFolder.isSent($0.path) }
        let isBounded =
            stranger == nil && files.count <= PushedFolder.mostFiles && Set(files.map(\.path)).count == files.count
            && files.allSatisfy { (0...PushedFolder.largestFolder).contains($0.size) }
            && files.reduce(0) { $0 + $1.size } <= PushedFolder.largestFolder
        guard isBounded else {
            let path = stranger.map { " \(DeploymentFault.readable($0.path))" } ?? ""
            throw DeploymentFault(
                .refused, "The server's list of files has entries that no push sends:\(path).",
                cure: "Push again from a folder that has the project: amplify push --force.")
        }
    }
}

/// States and their files.
extension ProjectRecords {
    /// The most bytes of contents in one request: in Base64 they fit into the body of a request.
    private static let largestUpload = 700_000
    /// The most bytes of contents that one request fetches.
    private static let largestDownload = 2_000_000
    private static let mostFilesOfRequest = 100

    /// A state of an environment; `nil` if nothing was pushed yet, or if the server no longer keeps the state.
    ///
    /// - Parameters:
    ///   - number: the number of the state; `nil` for the newest.
    ///   - environment: the name of the environment.
    ///   - appID: the id of the project's record.
    /// - Returns: the state.
    /// - Throws: `DeploymentFault`; also if the list of files exceeds a bound or has a path that leaves the project.
    package func state(
        _ number: Int? = nil, of environment: String, of appID: String
    ) async throws(DeploymentFault) -> RecordedState? {
        let answer: GetStateResponse
        do throws(ServiceFault) {
            answer = try await service.getState(
                GetStateRequest(appId: appID, environmentName: environment, stateNumber: number))
        } catch {
            guard error.code == .resourceNotFound else {
                throw DeploymentFault(error, doing: "read a state of \(environment)")
            }
            // It is the state that is missing if the environment is there.
            _ = try await self.environment(environment, of: appID)
            return nil
        }
        return try RecordedState(answer, of: environment)
    }

    /// The contents of files of a state by their digests; each was checked against its digest.
    ///
    /// - Throws: `DeploymentFault`; also if a content is missing or has another digest.
    package func contents(
        of files: [StateFile], appID: String
    ) async throws(DeploymentFault) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        var rest = files.filter { file in file.size > 0 }[...]
        contents[Hex.encode(sha256([]))] = []
        while !rest.isEmpty {
            var batch: Set<String> = []
            var size = 0
            while let file = rest.first, batch.count < Self.mostFilesOfRequest,
                batch.isEmpty || size + file.size <= Self.largestDownload
            {
                rest = rest.dropFirst()
                guard contents[file.sha256] == nil, batch.insert(file.sha256).inserted else { continue }
                size += file.size
            }
            guard !batch.isEmpty else { continue }
            let answer: GetFilesResponse
            do throws(ServiceFault) {
                answer = try await service.getFiles(GetFilesRequest(appId: appID, hashes: batch.sorted()))
            } catch {
                throw DeploymentFault(error, doing: "read the files of the project")
            }
            for file in answer.files ?? [] {
                let bytes = [UInt8](file.content)
                guard batch.contains(Hex.encode(sha256(bytes))) else { continue }
                contents[Hex.encode(sha256(bytes))] = bytes
            }
        }
        guard files.allSatisfy({ contents[$0.sha256]?.count == $0.size }) else {
            throw DeploymentFault(
                .refused, "The server does not have the files of the project as it lists them.",
                cure: "Push again from a folder that has the project: amplify push --force.")
        }
        return contents
    }

    /// Sends the contents that the server does not have yet.
    ///
    /// - Throws: `DeploymentFault`.
    func send(_ folder: PushedFolder, of appID: String) async throws(DeploymentFault) {
        let hashes = Set(folder.items.map(\.sha256)).sorted()
        guard !hashes.isEmpty else { return }
        do throws(ServiceFault) {
            let missing = Set(
                try await service.findMissingFiles(FindMissingFilesRequest(appId: appID, hashes: hashes)).hashes ?? [])
            var sent: Set<String> = []
            var batch: [FileBody] = []
            var size = 0
            for item in folder.items where missing.contains(item.sha256) && sent.insert(item.sha256).inserted {
                let isFull = size + item.bytes.count > Self.largestUpload || batch.count == Self.mostFilesOfRequest
                if isFull, !batch.isEmpty {
                    _ = try await service.putFiles(PutFilesRequest(appId: appID, files: batch))
                    (batch, size) = ([], 0)
                }
                batch.append(FileBody(content: Data(item.bytes)))
                size += item.bytes.count
            }
            if !batch.isEmpty { _ = try await service.putFiles(PutFilesRequest(appId: appID, files: batch)) }
        } catch {
            throw DeploymentFault(error, doing: "store the files of the project")
        }
    }
}
