// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
package import GatehouseSites

/// What answers the requests of a socket: the gateway, or a page for monitoring on a port of its own.
///
/// The first two functions decide on the connection's event loop, so they do not wait; the others run in a task.
package protocol Door: Sendable {
    /// The memory for requests and responses; `nil` where all of them are short.
    var bodies: BodyBudget? { get }

    /// Whether a request's body is a file, which is processed in pieces as it arrives.
    func takesFile(method: String, path: String) -> Bool

    /// Whether a request may have a body of `length` bytes; the size of a file is checked while it arrives.
    func admitsBody(ofLength length: Int, method: String, path: String) -> Bool

    /// What follows from the head of a request, which has waited for its event loop; the `body` of `head` is not used.
    func next(after head: GatewayRequest, behind loop: LoopWait) -> Trip.Next

    /// What follows from a complete body that arrived together with its head, of at most ``BodyBudget/shortBody`` bytes.
    func next(after body: Data, of trip: Trip) -> Trip.Next

    /// Handles a request that was admitted.
    func respond(to trip: Trip) async -> GatewayResponse

    /// Handles a request whose body arrives in pieces.
    /// - Throws: the error that ends the pieces early; there is no client for a response then.
    func respond<Pieces: AsyncSequence & Sendable>(
        to trip: Trip, receiving pieces: Pieces
    ) async throws -> GatewayResponse where Pieces.Element == Data, Pieces.Failure == any Error

    /// Handles a request to change to WebSockets.
    func upgrade(_ trip: Trip) async -> Trip.Upgrade
}

/// A port that serves pages for monitoring only, without a body and without a limit.
package struct MonitoringDoor: Door {
    package let bodies: BodyBudget? = nil
    /// Whether a client that waits for `100 Continue` gets it; the body is dropped.
    private let admitsBodies: Bool
    private let answer: @Sendable (GatewayRequest) async -> GatewayResponse

    /// Creates a port that answers with a function.
    package init(admitsBodies: Bool, answer: @escaping @Sendable (GatewayRequest) async -> GatewayResponse) {
        self.admitsBodies = admitsBodies
        self.answer = answer
    }

    package func takesFile(method: String, path: String) -> Bool { false }

    package func admitsBody(ofLength length: Int, method: String, path: String) -> Bool { admitsBodies }

    package func next(after head: GatewayRequest, behind loop: LoopWait) -> Trip.Next {
        .run(Trip(request: head, requestID: ""))
    }

    package func next(after body: Data, of trip: Trip) -> Trip.Next { .run(trip) }

    package func respond(to trip: Trip) async -> GatewayResponse { await answer(trip.request) }

    package func respond<Pieces: AsyncSequence & Sendable>(
        to trip: Trip, receiving pieces: Pieces
    ) async throws -> GatewayResponse where Pieces.Element == Data, Pieces.Failure == any Error {
        await answer(trip.request)
    }

    package func upgrade(_ trip: Trip) async -> Trip.Upgrade { .respond(await answer(trip.request)) }
}
