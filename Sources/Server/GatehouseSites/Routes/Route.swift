// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

/// One method at one path of a site.
package struct Route: Sendable {
    /// The function that reads the body and responds.
    ///
    /// The response `nil` leaves the request to the next route of the same path.
    package enum Handler: Sendable {
        /// Gets the whole body, which has at most the length that the gateway's settings allow.
        case whole(@Sendable (Trip) async -> Outcome?)
        /// Gets the body in pieces as they arrive, and checks their length.
        case file(@Sendable (Trip, any AsyncSequence<Data, any Error>) async -> Outcome)
        /// Gets the whole body. The second function writes chunks after the head of a response with status 200.
        case stream(
            @Sendable (Trip) async -> Outcome, @Sendable (Trip, any ChunkWriter) async throws -> Void)
        /// Serves the messages of WebSockets.
        case socket(SocketHandler)
    }

    /// Writes the refusal of a request that the gateway makes before the route sees the request.
    package typealias RefusalForm = @Sendable (ServiceFault, _ status: Int) -> GatewayResponse

    package let method: RouteMethod
    package let path: RoutePath
    /// The name for logs and metrics, from a closed list.
    package let label: String
    package let audience: Audience
    /// Whether programs and pages repeat such requests automatically; a developer's log omits them.
    package let isRoutine: Bool
    /// The line for the route in the list of paths; `nil` for a route that the list omits.
    package let listing: String?
    /// The admission of requests whose work waits in queues.
    package let admission: RouteAdmission?
    package let handler: Handler
    /// Whether the route is for requests with some host names only; it responds before the other routes of its path.
    package internal(set) var isForSomeHosts = false
    /// Whether the route is one of a site's domains, which browsers and OAuth clients use.
    package internal(set) var isOfDomain = false

    /// The form of the gateway's refusals at the path; `nil` for that of the services.
    package private(set) var refusals: RefusalForm?

    /// Creates a route whose handler gets the whole body; `note` follows the path in the list of paths.
    package init(
        _ method: RouteMethod, _ path: RoutePath, label: String, for audience: Audience,
        isRoutine: Bool = false, isListed: Bool = true, note: String = "",
        admission: RouteAdmission? = nil, answer: @escaping @Sendable (Trip) async -> Outcome?
    ) {
        self.method = method
        self.path = path
        self.label = label
        self.audience = audience
        self.isRoutine = isRoutine
        listing = isListed ? "\(method.rawValue) \(path)\(note)" : nil
        self.admission = admission
        handler = .whole(answer)
    }

    /// Creates a route whose handler gets a file in pieces; the list of paths omits it.
    package init(
        _ method: RouteMethod, _ path: RoutePath, label: String, for audience: Audience,
        receive: @escaping @Sendable (Trip, any AsyncSequence<Data, any Error>) async -> Outcome
    ) {
        self.method = method
        self.path = path
        self.label = label
        self.audience = audience
        isRoutine = false
        listing = nil
        admission = nil
        handler = .file(receive)
    }

    /// Creates a route with a response in chunks.
    ///
    /// Its handler gets the whole body; the list of paths omits it.
    package init(
        _ method: RouteMethod, _ path: RoutePath, label: String, for audience: Audience,
        admission: RouteAdmission? = nil, answer: @escaping @Sendable (Trip) async -> Outcome,
        chunks: @escaping @Sendable (Trip, any ChunkWriter) async throws -> Void
    ) {
        self.method = method
        self.path = path
        self.label = label
        self.audience = audience
        isRoutine = false
        listing = nil
        self.admission = admission
        handler = .stream(answer, chunks)
    }

    /// Creates a route that serves WebSockets; the list of paths omits it.
    package init(_ path: RoutePath, label: String, for audience: Audience, socket: SocketHandler) {
        method = .get
        self.path = path
        self.label = label
        self.audience = audience
        isRoutine = false
        listing = nil
        admission = nil
        handler = .socket(socket)
    }

    /// The same route, at whose path the gateway writes refusals in another form than that of the services.
    package func refusing(in form: @escaping RefusalForm) -> Route {
        var route = self
        route.refusals = form
        return route
    }

    /// Whether a request's body is a file.
    package var takesFile: Bool {
        switch handler {
        case .whole, .stream, .socket: false
        case .file: true
        }
    }

    /// Handles a request with its complete body; `nil` leaves it to the next route of the same path.
    package func answer(_ call: Trip) async -> Outcome? {
        switch handler {
        case .whole(let answer): return await answer(call)
        case .file(let receive):
            let body = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(call.request.body)
                continuation.finish()
            }
            return await receive(call, body)
        case .stream(let answer, let chunks):
            var outcome = await answer(call)
            if outcome.response.status == 200 {
                outcome.response.stream = { [call] writer in try await chunks(call, writer) }
            }
            return outcome
        case .socket:
            return Outcome(.upgradeRequired, operation: label, code: Label.upgradeRequired)
        }
    }
}
