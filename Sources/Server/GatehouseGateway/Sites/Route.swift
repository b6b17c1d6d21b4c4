// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// One method at one path of a site.
struct Route: Sendable {
    /// The function that reads the body and responds.
    ///
    /// The response `nil` leaves the request to the next route of the same path.
    enum Handler: Sendable {
        /// Gets the whole body, which has at most the length that the gateway's settings allow.
        case whole(@Sendable (SiteRequest) async -> Outcome?)
        /// Gets the body in pieces as they arrive, and checks their length.
        case file(@Sendable (SiteRequest, any AsyncSequence<Data, any Error>) async -> Outcome)
    }

    /// The clients that get a response.
    enum Audience: Sendable {
        /// All; pages of any origin may read the response.
        case everyone
        /// The server's developer: the `Host` header has one of the server's own names, the request contains the
        /// developer's key if there is one, and no page of another origin may read the response.
        case developer
    }

    let method: RouteMethod
    let path: RoutePath
    /// The name for logs and metrics.
    let label: String
    let audience: Audience
    /// Whether programs and pages repeat such requests automatically; a developer's log omits them.
    let isRoutine: Bool
    /// The line for the route in the list of paths; `nil` for a route that the list omits.
    let listing: String?
    /// The admission of requests whose work waits in queues.
    let admission: RouteAdmission?
    let handler: Handler

    /// A route whose handler gets the whole body; `note` follows the path in the list of paths.
    init(
        _ method: RouteMethod, _ path: RoutePath, label: String, for audience: Audience = .everyone,
        isRoutine: Bool = false, isListed: Bool = true, note: String = "",
        admission: RouteAdmission? = nil, answer: @escaping @Sendable (SiteRequest) async -> Outcome?
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

    /// A route for everyone whose handler gets a file in pieces; the list of paths omits it.
    init(
        _ method: RouteMethod, _ path: RoutePath, label: String,
        receive: @escaping @Sendable (SiteRequest, any AsyncSequence<Data, any Error>) async -> Outcome
    ) {
        self.method = method
        self.path = path
        self.label = label
        audience = .everyone
        isRoutine = false
        listing = nil
        admission = nil
        handler = .file(receive)
    }

    /// Whether a request's body is a file.
    var takesFile: Bool {
        switch handler {
        case .whole: false
        case .file: true
        }
    }

    /// Handles a request with its complete body; `nil` leaves it to the next route of the same path.
    func answer(_ call: SiteRequest) async -> Outcome? {
        switch handler {
        case .whole(let answer): return await answer(call)
        case .file(let receive):
            let body = AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(call.request.body)
                continuation.finish()
            }
            return await receive(call, body)
        }
    }
}

/// The methods of routes, in the order in which `Allow` lists them.
enum RouteMethod: String, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"

    /// The names of the methods that a route supports: GET includes HEAD.
    var names: [String] {
        switch self {
        case .get: ["GET", "HEAD"]
        case .post, .put: [rawValue]
        }
    }

    /// Whether a route of this method answers requests with the method `name`.
    func answers(_ name: String) -> Bool {
        switch self {
        case .get: name == "GET" || name == "HEAD"
        case .post: name == "POST"
        case .put: name == "PUT"
        }
    }
}

/// A request at a route's path.
struct SiteRequest: Sendable {
    let request: GatewayRequest
    /// The values of the path's parameters, in their order.
    let parameters: [String]
    let requestID: String
}
