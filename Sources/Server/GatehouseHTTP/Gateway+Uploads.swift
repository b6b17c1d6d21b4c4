// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPools

extension Gateway {
    /// Whether a request's body is a file, to be handed over in pieces as it arrives.
    package func takesFile(method: String, path: String) -> Bool {
        switch Destination(method: method, path: pathBelowPrefix(path)) {
        case .importUpload: true
        default: false
        }
    }

    /// Answers a request whose body arrives in pieces; never fails.
    ///
    /// The request's own body is left alone.
    package func respond<Pieces: AsyncSequence>(
        to request: GatewayRequest, receiving pieces: Pieces
    ) async -> GatewayResponse where Pieces.Element: Collection<UInt8> {
        let request = identified(request)
        return await observed { requestID in
            guard addressLimit?.admits(request.remoteAddress) ?? true else {
                return tooManyRequests(request, requestID)
            }
            guard admits(request) else { return strangeHost() }
            guard
                case .importUpload(let poolID, let jobID) = Destination(
                    method: request.method, path: pathBelowPrefix(request.path))
            else { return nowhere() }
            return await importUpload(request, poolID: poolID, jobID: jobID, pieces: pieces, requestID: requestID)
        }
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
