// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseWire

extension Gateway {
    /// Handles a request whose body arrives in pieces; a request that must be refused by its head is refused before its
    /// body is read.
    ///
    /// The `body` of `request` is not used.
    /// - Throws: the error that ends the pieces early; there is no client for a response then.
    package func respond<Pieces: AsyncSequence>(
        to request: GatewayRequest, receiving pieces: Pieces
    ) async throws -> GatewayResponse where Pieces.Element == Data, Pieces.Failure == any Error {
        let request = identified(request)
        return try await observed { requestID in
            if let refusal = refusal(of: request, requestID: requestID) { return refusal }
            let finding = find(method: request.method, path: request.path)
            if let match = finding.file, case .file(let receive) = match.route.handler {
                let call = SiteRequest(request: request, parameters: match.parameters, requestID: requestID)
                return await receive(call, pieces)
            }
            return try await answer(request, with: finding, receiving: pieces, requestID: requestID)
        }
    }

    /// Whether a request's body is a file, which is processed in pieces as it arrives.
    package func takesFile(method: String, path: String) -> Bool {
        routes.takesFile(method: method, path: pathBelowPrefix(path))
    }

    /// Whether a request may have a body of `length` bytes; the size of a file is checked while it arrives.
    package func admitsBody(ofLength length: Int, method: String, path: String) -> Bool {
        length <= settings.maximumBodySize || takesFile(method: method, path: path)
    }

    /// Reads at most one byte more than the limit, which detects a body that is too long with limited memory.
    private func answer<Pieces: AsyncSequence>(
        _ request: GatewayRequest, with finding: RouteTable.Finding, receiving pieces: Pieces, requestID: String
    ) async throws -> Outcome where Pieces.Element == Data, Pieces.Failure == any Error {
        if let admission = finding.admission, let operation = admission.operation(of: request),
            let overload = admission.refusal(of: operation)
        {
            return shed(operation, because: overload)
        }
        var held = HeldMemory(of: request, in: bodies)
        defer { held.giveBack() }
        var whole = request
        whole.body = Data()
        do throws(BodyBudget.Exhausted) {
            try held.takeHead()
        } catch {
            return tooBusy(request, requestID, cause: error)
        }
        for try await piece in pieces {
            whole.body.append(piece.prefix(settings.maximumBodySize + 1 - whole.body.count))
            guard whole.body.count <= settings.maximumBodySize else { return tooLarge() }
            do throws(BodyBudget.Exhausted) {
                try held.grow(to: whole.body.count)
            } catch {
                return tooBusy(request, requestID, cause: error)
            }
        }
        guard whole.body.count > BodyBudget.shortBody else {
            return await answer(whole, with: finding, requestID: requestID)
        }
        // A long body is processed on another executor, because an event loop must serve its other connections.
        return await withTaskExecutorPreference(globalConcurrentExecutor) {
            await answer(whole, with: finding, requestID: requestID)
        }
    }

    private func tooBusy(_ request: GatewayRequest, _ requestID: String, cause: BodyBudget.Exhausted) -> Outcome {
        let fault = ServiceFault(.serviceUnavailable, "Too many requests are being read: try again.", cause: cause)
        return unread(request, fault, requestID: requestID)
    }
}
