// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
import GatehouseCrypto
package import GatehouseSites
import GatehouseWire

extension Gateway: Door {
    package func next(after head: GatewayRequest, behind loop: LoopWait) -> Trip.Next {
        var trip = Trip(
            request: identified(head), requestID: entropy.uuid(),
            finding: find(method: head.method, path: head.path))
        if let refusal = refusal(of: trip) { return .respond(response(to: trip, refusal)) }
        if trip.finding.socket != nil, trip.request.asksForWebSocket { return .upgrade(trip) }
        guard let admission = trip.finding.admission, let work = admission.work(ofHead: trip.request) else {
            return .gather(trip)
        }
        if let overload = admission.refusal(of: work, behind: loop) {
            return .respond(response(to: trip, shed(trip, work, because: overload)))
        }
        trip.work = work
        return .gather(trip)
    }

    /// A refusal needs no task, so that the server has time for what it admits.
    package func next(after body: Data, of trip: Trip) -> Trip.Next {
        var trip = trip
        trip.request.body = body
        guard body.count <= settings.maximumBodySize else { return .respond(response(to: trip, tooLarge(trip))) }
        var memory = HeldMemory(of: trip.request, in: budget)
        do throws(BodyBudget.Exhausted) {
            try memory.takeHead()
            try memory.grow(to: body.count)
        } catch {
            memory.giveBack()
            return .respond(response(to: trip, tooBusy(trip, cause: error)))
        }
        trip.memory = memory
        if let refusal = admit(&trip) {
            trip.end()
            return .respond(response(to: trip, refusal))
        }
        return .run(trip)
    }

    package func respond(to trip: Trip) async -> GatewayResponse {
        defer { trip.end() }
        return response(to: trip, await answer(trip))
    }

    package func respond<Pieces: AsyncSequence & Sendable>(
        to trip: Trip, receiving pieces: Pieces
    ) async throws -> GatewayResponse where Pieces.Element == Data, Pieces.Failure == any Error {
        if let match = trip.finding.file, case .file(let receive) = match.route.handler {
            var trip = trip
            trip.parameters = match.parameters
            return response(to: trip, await receive(trip, pieces).intended(for: match.route.audience))
        }
        return response(to: trip, try await answer(trip, receiving: pieces))
    }

    /// Reads at most one byte more than the limit, which detects a body that is too long with limited memory.
    private func answer<Pieces: AsyncSequence & Sendable>(
        _ trip: Trip, receiving pieces: Pieces
    ) async throws -> Outcome where Pieces.Element == Data, Pieces.Failure == any Error {
        var trip = trip
        trip.request.body = Data()
        var memory = HeldMemory(of: trip.request, in: budget)
        defer { memory.giveBack() }
        do throws(BodyBudget.Exhausted) {
            try memory.takeHead()
        } catch {
            return tooBusy(trip, cause: error)
        }
        for try await piece in pieces {
            trip.request.body.append(piece.prefix(settings.maximumBodySize + 1 - trip.request.body.count))
            guard trip.request.body.count <= settings.maximumBodySize else { return tooLarge(trip) }
            do throws(BodyBudget.Exhausted) {
                try memory.grow(to: trip.request.body.count)
            } catch {
                return tooBusy(trip, cause: error)
            }
        }
        if let refusal = admit(&trip) { return refusal }
        defer { trip.admitted?.leave() }
        guard trip.request.body.count > BodyBudget.shortBody else { return await answer(trip) }
        // A long body is processed on another executor, because an event loop must serve its other connections.
        return await withTaskExecutorPreference(globalConcurrentExecutor) { [trip] in await answer(trip) }
    }

    /// Admits a request with its complete body to the queues in which its work waits; returns the refusal, if any.
    private func admit(_ trip: inout Trip) -> Outcome? {
        guard let admission = trip.finding.admission, let head = trip.work else { return nil }
        let work = admission.work(of: trip.request, byHead: head)
        do throws(Overload) {
            trip.admitted = try admission.admit(work, trip.request.body)
            return nil
        } catch {
            return shed(trip, work, because: error)
        }
    }

    /// Adds the headers of all responses and the headers of the audience, and records the response in logs and metrics.
    func response(to trip: Trip, _ outcome: Outcome) -> GatewayResponse {
        // The audience of the path is that of several routes, which most requests need not compare.
        let outcome = outcome.audience == nil ? outcome.intended(for: trip.finding.audience) : outcome
        var response = outcome.response
        CommonHeaders.add(requestID: trip.requestID, date: clock.now, to: &response.headers)
        switch outcome.audience {
        case .everyone: response.headers += CommonHeaders.crossOrigin
        case .programs, .developer, nil: break
        case .browser: response.addPageProtection(overTLSOnly: strictHost(of: trip.request) != nil)
        }
        observer.observe(outcome, requestID: trip.requestID, took: ContinuousClock.now - trip.start)
        return response
    }
}

extension Gateway {
    /// Handles a request with its complete body; never fails.
    package func respond(to request: GatewayRequest) async -> GatewayResponse {
        switch next(after: request, behind: .none) {
        case .respond(let response): return response
        case .run(let trip): return await respond(to: trip)
        case .upgrade(let trip): return response(to: trip, await answer(trip))
        case .gather(var trip):
            trip.request.body = request.body
            guard trip.finding.file != nil || request.body.count <= settings.maximumBodySize else {
                return response(to: trip, tooLarge(trip))
            }
            if let refusal = admit(&trip) { return response(to: trip, refusal) }
            return await respond(to: trip)
        }
    }

    /// Handles a request whose body arrives in pieces; a request that must be refused by its head is refused before its
    /// body is read.
    ///
    /// The `body` of `request` is not used.
    /// - Throws: the error that ends the pieces early; there is no client for a response then.
    package func respond<Pieces: AsyncSequence & Sendable>(
        to request: GatewayRequest, receiving pieces: Pieces
    ) async throws -> GatewayResponse where Pieces.Element == Data, Pieces.Failure == any Error {
        switch next(after: request, behind: .none) {
        case .respond(let response): return response
        case .gather(let trip), .run(let trip), .upgrade(let trip):
            return try await respond(to: trip, receiving: pieces)
        }
    }
}
