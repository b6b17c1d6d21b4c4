// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseSites
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
        switch receive(request) {
        case .refused(let response): return response
        case .accepted(let received): return try await respond(to: received, receiving: pieces)
        }
    }

    /// Handles a request whose head was accepted, and whose body arrives in pieces.
    /// - Throws: the error that ends the pieces early; there is no client for a response then.
    package func respond<Pieces: AsyncSequence>(
        to received: ReceivedRequest, receiving pieces: Pieces
    ) async throws -> GatewayResponse where Pieces.Element == Data, Pieces.Failure == any Error {
        let reply: Reply
        if let match = received.finding.file, case .file(let receive) = match.route.handler {
            let call = SiteRequest(
                request: received.request, parameters: match.parameters, requestID: received.arrival.requestID)
            reply = Reply(await receive(call, pieces), by: match.route)
        } else {
            reply = try await answer(received, receiving: pieces)
        }
        return response(to: received.arrival, reply)
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
        _ received: ReceivedRequest, receiving pieces: Pieces
    ) async throws -> Reply where Pieces.Element == Data, Pieces.Failure == any Error {
        var held = HeldMemory(of: received.request, in: bodies)
        defer { held.giveBack() }
        var received = received
        received.request.body = Data()
        do throws(BodyBudget.Exhausted) {
            try held.takeHead()
        } catch {
            return tooBusy(received, cause: error)
        }
        for try await piece in pieces {
            received.request.body.append(piece.prefix(settings.maximumBodySize + 1 - received.request.body.count))
            guard received.request.body.count <= settings.maximumBodySize else {
                return Reply(tooLarge(), at: received.finding)
            }
            do throws(BodyBudget.Exhausted) {
                try held.grow(to: received.request.body.count)
            } catch {
                return tooBusy(received, cause: error)
            }
        }
        guard received.request.body.count > BodyBudget.shortBody else { return await answer(received) }
        // A long body is processed on another executor, because an event loop must serve its other connections.
        return await withTaskExecutorPreference(globalConcurrentExecutor) { [received] in await answer(received) }
    }

    func tooBusy(_ received: ReceivedRequest, cause: BodyBudget.Exhausted) -> Reply {
        let fault = ServiceFault(.serviceUnavailable, "Too many requests are being read: try again.", cause: cause)
        guard let answer = received.finding.overload(status: 503, fault) else {
            return Reply(unread(received.request, fault, requestID: received.arrival.requestID), at: received.finding)
        }
        return Reply(Outcome(answer, operation: Label.unread, fault: fault), at: received.finding)
    }
}
