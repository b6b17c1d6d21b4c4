// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The routes of all sites.
struct RouteTable: Sendable {
    /// A route with the values of its path's parameters.
    struct Match: Sendable {
        let route: Route
        let parameters: [String]
    }

    /// The result of a search by method and path.
    enum Finding: Sendable {
        case preflight
        /// Routes in the order in which they may respond.
        case routes([Match])
        /// The path exists, but not for this method.
        case wrongMethod(allowed: String)
        case nowhere

        /// The match whose handler takes the body as a file.
        var file: Match? {
            guard case .routes(let matches) = self else { return nil }
            return matches.first { $0.route.takesFile }
        }
    }

    private var routes: [Route]

    init(_ sites: [Site]) {
        routes = sites.flatMap(\.routes)
    }

    /// The lines of the list of paths.
    var listings: [String] { routes.compactMap(\.listing) }

    mutating func add(_ site: Site) {
        routes += site.routes
    }

    /// Finds the routes for a method and a path; the path is relative to the base URL's path.
    func find(method: String, path: String) -> Finding {
        guard method != "OPTIONS" else { return .preflight }
        // All paths are ASCII.
        guard path.utf8.allSatisfy({ $0 < 0x80 }) else { return .nowhere }
        let segments = RoutePath.segments(of: path)
        let present = routes.compactMap { route in
            route.path.parameters(in: segments).map { Match(route: route, parameters: $0) }
        }
        let matches = present.filter { $0.route.method.names.contains(method) }
        if !matches.isEmpty { return .routes(matches) }
        return present.isEmpty ? .nowhere : .wrongMethod(allowed: Self.allowed(present.map(\.route.method)))
    }

    private static func allowed(_ present: [RouteMethod]) -> String {
        let methods = RouteMethod.allCases.filter(present.contains).flatMap(\.names)
        return (methods + ["OPTIONS"]).joined(separator: ", ")
    }
}
