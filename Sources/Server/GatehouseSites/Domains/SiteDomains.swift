// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The domains of a site, such as domains of user pools, which are created and deleted while the server runs.
///
/// A domain is served at the same paths under host names of its own and, at `<path>/<domain>`, under every other name
/// of the server. A server that allows its own host names only serves domains by path.
package struct SiteDomains<Domain: Sendable>: Sendable {
    /// Finds the domain at a place; `nil` if there is none.
    package typealias Find = @Sendable (DomainPlace) async throws(ServiceFault) -> Domain?
    /// Creates the response to a request whose domain could not be looked up; `label` and `audience` are those of its
    /// route.
    package typealias Refuse =
        @Sendable (_ audience: Audience, _ fault: ServiceFault, _ label: String) -> Outcome

    private let path: String
    private let find: Find
    private let refuse: Refuse

    /// Creates the domains below `path`, such as `/domains`.
    ///
    /// `find` is called for each request at a path of the site, with any host name that a client sends, so it should be
    /// quick for unknown names too.
    package init(below path: String, find: @escaping Find, refuse: @escaping Refuse) {
        self.path = path
        self.find = find
        self.refuse = refuse
    }

    /// Creates the two routes of a method at a path of each domain, by host name and by path; the list of paths has the
    /// second one.
    ///
    /// The parameters of the request are the parameters of `path`. A request without a domain is left to the next
    /// route.
    package func routes(
        _ method: RouteMethod, _ path: RoutePath, label: String, for audience: Audience, isRoutine: Bool = false,
        admission: RouteAdmission? = nil, answer: @escaping @Sendable (Trip, Domain) async -> Outcome
    ) -> [Route] {
        var byHost = Route(
            method, path, label: label, for: audience, isRoutine: isRoutine, isListed: false, admission: admission
        ) { call in
            guard let name = call.request.host else { return nil }
            return await self.answer(call, at: .host(name), label: label, for: audience, by: answer)
        }
        (byHost.isForSomeHosts, byHost.isOfDomain) = (true, true)
        var byPath = Route(
            method, RoutePath(stringLiteral: "\(self.path)/<domain>\(path)"), label: label, for: audience,
            isRoutine: isRoutine, admission: admission
        ) { call in
            guard let name = call.parameters.first.flatMap({ HostName($0) }) else { return nil }
            let call = Trip(
                request: call.request, parameters: Array(call.parameters.dropFirst()), requestID: call.requestID)
            return await self.answer(call, at: .path(name), label: label, for: audience, by: answer)
        }
        byPath.isOfDomain = true
        return [byHost, byPath]
    }

    private func answer(
        _ call: Trip, at place: DomainPlace, label: String, for audience: Audience,
        by answer: @Sendable (Trip, Domain) async -> Outcome
    ) async -> Outcome? {
        do throws(ServiceFault) {
            guard let domain = try await find(place) else { return nil }
            return await answer(call, domain)
        } catch {
            return refuse(audience, error, label)
        }
    }
}
