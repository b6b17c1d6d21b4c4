// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseProjectStores
package import GatehouseWire
package import ProjectShapes

// The contents of files, which a project has once each.
extension ProjectRecordKeeper {
    /// Returns those of some hashes whose contents the project does not have.
    /// - Throws: `ResourceNotFoundException`.
    package func findMissingFiles(
        _ request: FindMissingFilesRequest
    ) async throws(ServiceFault) -> FindMissingFilesResponse {
        let hashes = Self.unique(request.hashes)
        let missing = try await read { reader in
            try reader.knownProject(request.appId)
            return try hashes.filter { try reader.size(ofContent: $0, in: request.appId) == nil }
        }
        return FindMissingFilesResponse(hashes: missing)
    }

    /// Stores contents, and returns their hashes in the order of the request.
    /// - Throws: `ResourceNotFoundException`, `LimitExceededException` for too many contents that no state uses.
    package func putFiles(_ request: PutFilesRequest) async throws(ServiceFault) -> PutFilesResponse {
        let now = records.clock.now
        let contents = request.files.map { file in
            let bytes = Array(file.content)
            return (sha256: Hex.encode(sha256(bytes)), bytes: bytes)
        }
        try await write { writer in
            try writer.knownProject(request.appId)
            try writer.removeUnusedContent(
                in: request.appId, storedBefore: now.addingTimeInterval(-ProjectLimits.unusedLifetime))
            for content in contents {
                try writer.putContent(content.bytes, sha256: content.sha256, in: request.appId, at: now)
            }
            let unused = try writer.unusedContent(in: request.appId)
            guard unused.count <= ProjectLimits.unusedContents, unused.bytes <= ProjectLimits.unusedBytes else {
                throw ServiceFault.beyondLimit(
                    "The project has \(unused.count) files with \(unused.bytes) bytes that no state uses: complete the "
                        + "pushes that have begun, or wait a day.")
            }
        }
        return PutFilesResponse(hashes: contents.map(\.sha256))
    }

    /// Returns contents by their hashes.
    /// - Throws: `ResourceNotFoundException`, `ValidationException` for more bytes than a response may have.
    package func getFiles(_ request: GetFilesRequest) async throws(ServiceFault) -> GetFilesResponse {
        let hashes = Self.unique(request.hashes)
        let files = try await read { reader in
            try reader.knownProject(request.appId)
            var bytes = 0
            for hash in hashes {
                guard let size = try reader.size(ofContent: hash, in: request.appId) else {
                    throw ServiceFault.noContent(hash)
                }
                bytes += size
            }
            guard bytes <= ProjectLimits.bytesOfAnswer else {
                throw ServiceFault.invalid(
                    "The files have \(bytes) bytes in all, and a response at most \(ProjectLimits.bytesOfAnswer): get "
                        + "them in several requests.")
            }
            return try hashes.map { hash in
                guard let content = try reader.content(hash, in: request.appId) else {
                    throw ServiceFault.noContent(hash)
                }
                return StoredFile(sha256: hash, content: Data(content))
            }
        }
        return GetFilesResponse(files: files)
    }

    /// The hashes without repetitions, in their order.
    private static func unique(_ hashes: [String]) -> [String] {
        var known: Set<String> = []
        return hashes.filter { known.insert($0).inserted }
    }
}
