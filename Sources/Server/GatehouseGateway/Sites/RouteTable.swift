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

        /// The admission of requests at the path.
        var admission: RouteAdmission? {
            guard case .routes(let matches) = self else { return nil }
            return matches.first?.route.admission
        }

        /// The match whose handler takes the body as a file.
        var file: Match? {
            guard case .routes(let matches) = self else { return nil }
            return matches.first { $0.route.takesFile }
        }
    }

    private var routes: [Route]
    /// The routes that take the body as a file.
    private var fileRoutes: [Route]

    init(_ sites: [Site]) {
        routes = sites.flatMap(\.routes)
        fileRoutes = routes.filter(\.takesFile)
    }

    /// The lines of the list of paths.
    var listings: [String] { routes.compactMap(\.listing) }

    mutating func add(_ site: Site) {
        routes += site.routes
        fileRoutes += site.routes.filter(\.takesFile)
    }

    /// Finds the routes for a method and a path; the path is relative to the base URL's path.
    func find(method: String, path: String) -> Finding {
        guard method != "OPTIONS" else { return .preflight }
        guard Self.canBeRoute(path) else { return .nowhere }
        var matches: [Match] = []
        var methods: [RouteMethod] = []
        // A copy of each route would take longer than the comparison of its path.
        for index in routes.indices {
            guard let parameters = routes[index].path.parameters(in: path) else { continue }
            let route = routes[index]
            if route.method.answers(method) {
                matches.append(Match(route: route, parameters: parameters))
            } else {
                methods.append(route.method)
            }
        }
        if !matches.isEmpty { return .routes(matches) }
        return methods.isEmpty ? .nowhere : .wrongMethod(allowed: Self.allowed(methods))
    }

    /// Whether a route for a method and a path takes the body as a file.
    ///
    /// A connection asks this for each request, so only the few routes for files are searched.
    func takesFile(method: String, path: String) -> Bool {
        fileRoutes.contains { $0.method.answers(method) && $0.path.parameters(in: path) != nil }
            && Self.canBeRoute(path)
    }

    /// Whether a path is ASCII, as the paths of all routes are.
    private static func canBeRoute(_ path: String) -> Bool { path.utf8.allSatisfy { $0 < 0x80 } }

    private static func allowed(_ present: [RouteMethod]) -> String {
        let methods = RouteMethod.allCases.filter(present.contains).flatMap(\.names)
        return (methods + ["OPTIONS"]).joined(separator: ", ")
    }
}
