// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The routes of all sites.
package struct RouteTable: Sendable {
    /// A route with the values of its path's parameters.
    package struct Match: Sendable {
        package let route: Route
        package let parameters: [String]
    }

    /// The rules for responses at a path that no route made.
    package struct PathRules: Sendable {
        /// All clients, if one of the path's routes is for all of them or if there is none.
        package let audience: Audience
        /// The methods of the path, as `Allow` lists them.
        package let allowed: String
    }

    /// The result of a search by method and path.
    package enum Finding: Sendable {
        case preflight(PathRules)
        /// Routes in the order in which they may respond.
        case routes([Match])
        /// The path exists, but not for this method.
        case wrongMethod(PathRules)
        case nowhere

        /// The admission of requests at the path.
        package var admission: RouteAdmission? {
            guard case .routes(let matches) = self else { return nil }
            return matches.lazy.compactMap(\.route.admission).first
        }

        /// The match whose handler takes the body as a file.
        package var file: Match? {
            guard case .routes(let matches) = self else { return nil }
            return matches.first { $0.route.takesFile }
        }

        /// The match whose handler serves WebSockets.
        package var socket: (match: Match, handler: SocketHandler)? {
            guard case .routes(let matches) = self else { return nil }
            for match in matches {
                if case .socket(let handler) = match.route.handler { return (match, handler) }
            }
            return nil
        }

        /// The form of refusals, if a route of the path has one of its own.
        package var refusals: Route.RefusalForm? {
            guard case .routes(let matches) = self else { return nil }
            return matches.lazy.compactMap(\.route.refusals).first
        }

        /// Whether the path is one of a site's domains.
        package var isOfDomain: Bool {
            guard case .routes(let matches) = self else { return false }
            return matches.contains(where: \.route.isOfDomain)
        }

        /// The audience of a response that no route made.
        package var audience: Audience {
            switch self {
            case .preflight(let path), .wrongMethod(let path): path.audience
            case .routes(let matches): RouteTable.audience(of: matches.map(\.route))
            case .nowhere: .everyone
            }
        }
    }

    private var routes: [Route] = []
    private var index = RouteIndex([])
    /// The routes that take the body as a file.
    private var fileRoutes: [Route] = []

    /// Creates the table of sites, in their order.
    package init(_ sites: [Site]) {
        add(sites.flatMap(\.routes))
    }

    /// The lines of the list of paths.
    package var listings: [String] { routes.compactMap(\.listing) }

    /// Adds the routes of a site.
    package mutating func add(_ site: Site) {
        add(site.routes)
    }

    private mutating func add(_ added: [Route]) {
        let all = routes + added
        routes = all.filter(\.isForSomeHosts) + all.filter { !$0.isForSomeHosts }
        index = RouteIndex(routes.map(\.path))
        fileRoutes += added.filter(\.takesFile)
    }

    /// Finds the routes for a method and a path; the path is relative to the base URL's path.
    package func find(method: String, path: String) -> Finding {
        guard Self.canBeRoute(path) else { return method == "OPTIONS" ? .preflight(Self.rules(of: [])) : .nowhere }
        var matches: [Match] = []
        var others: [Route] = []
        for position in index.candidates(for: path) {
            let route = routes[position]
            guard let parameters = route.path.parameters(in: path) else { continue }
            if route.method.answers(method) {
                matches.append(Match(route: route, parameters: parameters))
            } else {
                others.append(route)
            }
        }
        if method == "OPTIONS" { return .preflight(Self.rules(of: others)) }
        if !matches.isEmpty { return .routes(matches) }
        return others.isEmpty ? .nowhere : .wrongMethod(Self.rules(of: others))
    }

    /// Whether a route for a method and a path takes the body as a file.
    ///
    /// A connection asks this for each request, so only the few routes for files are searched.
    package func takesFile(method: String, path: String) -> Bool {
        fileRoutes.contains { $0.method.answers(method) && $0.path.parameters(in: path) != nil }
            && Self.canBeRoute(path)
    }

    /// Whether a path is ASCII, as the paths of all routes are.
    private static func canBeRoute(_ path: String) -> Bool { path.utf8.allSatisfy { $0 < 0x80 } }

    private static func rules(of routes: [Route]) -> PathRules {
        let methods = RouteMethod.allCases.filter { method in routes.contains { $0.method == method } }
        let allowed = (methods.flatMap(\.names) + ["OPTIONS"]).joined(separator: ", ")
        return PathRules(audience: audience(of: routes), allowed: allowed)
    }

    private static func audience(of routes: [Route]) -> Audience {
        guard let first = routes.first, !routes.contains(where: { $0.audience == .everyone }) else { return .everyone }
        return first.audience
    }
}
