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

    private struct Fields: Sendable {
        let method: RouteMethod
        let path: RoutePath
        let label: String
        let audience: Audience
        var isRoutine = false
        var listing: String?
        var admission: RouteAdmission?
        let handler: Handler
        var isForSomeHosts = false
        var isOfDomain = false
        var refusals: RefusalForm?
    }

    private final class Place: Sendable {
        let fields: Fields

        init(_ fields: Fields) {
            self.fields = fields
        }
    }

    /// The fields, to which copies have a reference: each request copies the routes of its path.
    private var place: Place

    package var method: RouteMethod { place.fields.method }
    package var path: RoutePath { place.fields.path }
    /// The name for logs and metrics, from a closed list.
    package var label: String { place.fields.label }
    package var audience: Audience { place.fields.audience }
    /// Whether programs and pages repeat such requests automatically; a developer's log omits them.
    package var isRoutine: Bool { place.fields.isRoutine }
    /// The line for the route in the list of paths; `nil` for a route that the list omits.
    package var listing: String? { place.fields.listing }
    /// The admission of requests whose work waits in queues.
    package var admission: RouteAdmission? { place.fields.admission }
    package var handler: Handler { place.fields.handler }
    /// Whether the route is for requests with some host names only; it responds before the other routes of its path.
    package internal(set) var isForSomeHosts: Bool {
        get { place.fields.isForSomeHosts }
        set { change { $0.isForSomeHosts = newValue } }
    }
    /// Whether the route is one of a site's domains, which browsers and OAuth clients use.
    package internal(set) var isOfDomain: Bool {
        get { place.fields.isOfDomain }
        set { change { $0.isOfDomain = newValue } }
    }
    /// The form of the gateway's refusals at the path; `nil` for that of the services.
    package var refusals: RefusalForm? { place.fields.refusals }

    private init(_ fields: Fields) {
        place = Place(fields)
    }

    /// Moves the changed fields to another place.
    private mutating func change(_ body: (inout Fields) -> Void) {
        var fields = place.fields
        body(&fields)
        place = Place(fields)
    }

    /// Creates a route whose handler gets the whole body; `note` follows the path in the list of paths.
    package init(
        _ method: RouteMethod, _ path: RoutePath, label: String, for audience: Audience,
        isRoutine: Bool = false, isListed: Bool = true, note: String = "",
        admission: RouteAdmission? = nil, answer: @escaping @Sendable (Trip) async -> Outcome?
    ) {
        self.init(
            Fields(
                method: method, path: path, label: label, audience: audience, isRoutine: isRoutine,
                listing: isListed ? "\(method.rawValue) \(path)\(note)" : nil, admission: admission,
                handler: .whole(answer)))
    }

    /// Creates a route whose handler gets a file in pieces; the list of paths omits it.
    package init(
        _ method: RouteMethod, _ path: RoutePath, label: String, for audience: Audience,
        receive: @escaping @Sendable (Trip, any AsyncSequence<Data, any Error>) async -> Outcome
    ) {
        self.init(Fields(method: method, path: path, label: label, audience: audience, handler: .file(receive)))
    }

    /// Creates a route with a response in chunks.
    ///
    /// Its handler gets the whole body; the list of paths omits it.
    package init(
        _ method: RouteMethod, _ path: RoutePath, label: String, for audience: Audience,
        admission: RouteAdmission? = nil, answer: @escaping @Sendable (Trip) async -> Outcome,
        chunks: @escaping @Sendable (Trip, any ChunkWriter) async throws -> Void
    ) {
        self.init(
            Fields(
                method: method, path: path, label: label, audience: audience, admission: admission,
                handler: .stream(answer, chunks)))
    }

    /// Creates a route that serves WebSockets; the list of paths omits it.
    package init(_ path: RoutePath, label: String, for audience: Audience, socket: SocketHandler) {
        self.init(Fields(method: .get, path: path, label: label, audience: audience, handler: .socket(socket)))
    }

    /// The same route, at whose path the gateway writes refusals in another form than that of the services.
    package func refusing(in form: @escaping RefusalForm) -> Route {
        var route = self
        route.change { $0.refusals = form }
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
