// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

extension Gateway {
    /// Answers a request whose body arrives in pieces; who may not ask is refused before any of it is read.
    ///
    /// The request's own body is left alone.
    /// - Throws: whatever ends the pieces before their time; there is nobody to answer then.
    package func respond<Pieces: AsyncSequence>(
        to request: GatewayRequest, receiving pieces: Pieces
    ) async throws -> GatewayResponse where Pieces.Element: Collection<UInt8> {
        let request = identified(request)
        return try await observed { requestID in
            if let refusal = refusal(of: request, requestID: requestID) { return refusal }
            let destination = Destination(method: request.method, path: pathBelowPrefix(request.path))
            if case .importUpload(let poolID, let jobID) = destination {
                return await importUpload(request, poolID: poolID, jobID: jobID, pieces: pieces, requestID: requestID)
            }
            return try await answer(request, at: destination, receiving: pieces, requestID: requestID)
        }
    }

    /// Reads one byte past the limit at the most: what is too long is refused, and memory stays bounded.
    private func answer<Pieces: AsyncSequence>(
        _ request: GatewayRequest, at destination: Destination, receiving pieces: Pieces, requestID: String
    ) async throws -> Outcome where Pieces.Element: Collection<UInt8> {
        let subscriber = Subscriber(request.remoteAddress)
        var held = 0
        defer { if held > 0 { bodies.giveBack(held, of: subscriber) } }
        var whole = request
        whole.body = Data()
        for try await piece in pieces {
            whole.body.append(contentsOf: piece.prefix(settings.maximumBodySize + 1 - whole.body.count))
            guard whole.body.count <= settings.maximumBodySize else { return tooLarge() }
            let growth = whole.body.count - BodyBudget.free - held
            guard growth > 0 else { continue }
            do {
                try bodies.take(growth, for: subscriber)
            } catch {
                return tooBusy(request, requestID, cause: error)
            }
            held += growth
        }
        guard whole.body.count > BodyBudget.free else {
            return await answer(whole, at: destination, requestID: requestID)
        }
        // An event loop has other connections to serve while a long body is read.
        return await withTaskExecutorPreference(globalConcurrentExecutor) {
            await answer(whole, at: destination, requestID: requestID)
        }
    }

    private func tooBusy(_ request: GatewayRequest, _ requestID: String, cause: BodyBudget.Exhausted) -> Outcome {
        let fault = ServiceFault(.serviceUnavailable, "Too many long requests are being read: try again.", cause: cause)
        return unread(request, fault, requestID: requestID)
    }
}
