// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseUserPools

extension Gateway {
    /// Whether a request's body is a file, which is processed in pieces as it arrives.
    package func takesFile(method: String, path: String) -> Bool {
        Destination(method: method, path: pathBelowPrefix(path)).takesFile
    }

    /// Whether a request may have a body of `length` bytes; the size of a file is checked while it arrives.
    package func admitsBody(ofLength length: Int, method: String, path: String) -> Bool {
        length <= settings.maximumBodySize || takesFile(method: method, path: path)
    }

    /// Receives the CSV file of an import job.
    func importUpload<Pieces: AsyncSequence>(
        _ request: GatewayRequest, poolID: String, jobID: String, pieces: Pieces, requestID: String
    ) async -> Outcome where Pieces.Element: Collection<UInt8> {
        do {
            var upload = try await userPools.receiveImport(
                poolID: poolID, jobID: jobID, expiry: request.queryValue("expires") ?? "",
                signature: request.queryValue("signature") ?? "")
            for try await piece in pieces { try await upload.append(piece) }
            try await upload.finish()
            return Outcome(GatewayResponse(status: 200), operation: Label.importUpload)
        } catch let refusal as ImportUploadRefusal {
            let (response, code) = ObjectAnswer.refusal(refusal, requestID: requestID)
            return Outcome(response, operation: Label.importUpload, code: code.rawValue)
        } catch {
            let (response, code) = ObjectAnswer.failure(requestID: requestID)
            return Outcome(response, operation: Label.importUpload, code: code.rawValue, cause: error)
        }
    }
}
