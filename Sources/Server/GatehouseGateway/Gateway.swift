// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseSites
import GatehouseWire
package import Logging
package import Metrics

/// The sites of an installation at one address; it takes requests and returns responses, without a socket.
///
/// Every request gets a response, and every response has a request id and a date. The gateway admits requests, finds
/// their routes and reads their bodies; the sites respond.
package struct Gateway: Sendable {
    /// What all copies share.
    ///
    /// A request has a copy of the gateway in the frames of its functions, so a copy has little besides a reference.
    private final class Shared: Sendable {
        let settings: GatewaySettings
        let clock: WallClock
        let entropy: Entropy
        let observer: RequestObserver
        let visitors: LocalVisitors
        let addressLimit: AddressLimit?
        let healthLimit: AddressLimit?
        let budget: BodyBudget
        let streams: OpenStreams
        let prefix: String
        let isSecure: Bool
        let terms: ServiceTerms?

        init(
            _ deployment: Deployment, _ settings: GatewaySettings, terms: ServiceTerms?, clock: WallClock,
            entropy: Entropy, logger: Logger, metrics: any MetricsFactory
        ) {
            self.settings = settings
            self.terms = terms
            self.clock = clock
            self.entropy = entropy.inGroups
            visitors = LocalVisitors(deployment: deployment)
            addressLimit = settings.rates.map { AddressLimit($0.perAddress, clock: clock) }
            healthLimit = settings.rates.map { AddressLimit($0.perAddress, clock: clock) }
            budget = BodyBudget(maximum: settings.maximumBodySizeInAll, largest: settings.maximumBodySize)
            let openStreams = Gauge(label: MetricName.streams.rawValue, factory: metrics)
            streams = OpenStreams(settings.streams) { openStreams.record($0) }
            observer = RequestObserver(
                logger: logger, metrics: metrics, detail: settings.logDetail,
                signIn: { terms?.signIn($0) })
            prefix = Gateway.path(of: deployment.baseURL)
            isSecure = deployment.baseURL.hasPrefix("https:")
        }
    }

    private let shared: Shared
    private(set) var routes: RouteTable
    /// Whether the server allows its own host names only.
    private var isForThisMachine: Bool

    /// Creates the gateway for sites; the list of paths has them in this order.
    ///
    /// `metrics` counts the requests.
    package init(
        sites: [Site], deployment: Deployment, settings: GatewaySettings = GatewaySettings(), clock: WallClock,
        entropy: Entropy, logger: Logger, metrics: any MetricsFactory
    ) {
        shared = Shared(
            deployment, settings, terms: sites.lazy.compactMap(\.terms).first, clock: clock, entropy: entropy,
            logger: logger, metrics: metrics)
        routes = RouteTable(sites)
        isForThisMachine = sites.contains(where: \.isForThisMachine)
    }

    package var settings: GatewaySettings { shared.settings }
    package var bodies: BodyBudget? { shared.budget }
    var clock: WallClock { shared.clock }
    /// The source of the ids of requests; they need not be secret.
    var entropy: Entropy { shared.entropy }
    var observer: RequestObserver { shared.observer }
    var visitors: LocalVisitors { shared.visitors }
    var addressLimit: AddressLimit? { shared.addressLimit }
    /// The limit for the health pages: other requests of the same address do not use it up.
    private var healthLimit: AddressLimit? { shared.healthLimit }
    /// The memory for requests and responses.
    var budget: BodyBudget { shared.budget }
    /// The open streams and WebSockets.
    var streams: OpenStreams { shared.streams }
    /// The path of the base URL; a proxy may forward requests with it.
    var prefix: String { shared.prefix }
    /// Whether clients reach the server over TLS.
    var isSecure: Bool { shared.isSecure }
    /// What the first site with services says about them.
    var terms: ServiceTerms? { shared.terms }

    /// Adds a site.
    package mutating func add(_ site: Site) {
        routes.add(site)
        isForThisMachine = isForThisMachine || site.isForThisMachine
    }

    /// The refusal of a request by its head, if any; it counts the request for the limit of its address.
    func refusal(of trip: Trip) -> Outcome? {
        let request = trip.request
        guard limit(of: request)?.admits(request.remoteAddress) ?? true else { return tooManyRequests(trip) }
        guard request.isStreamSafe else { return unread(trip, .notStreamSafe) }
        if let flaw = request.flaw {
            return flaw.fault.map { unread(trip, $0, status: flaw.status) } ?? tooLarge(trip)
        }
        guard admits(request) else { return strangeHost() }
        return settings.refusesForwarded && request.isForwarded ? forwarded() : nil
    }

    private func limit(of request: GatewayRequest) -> AddressLimit? {
        guard let addressLimit else { return nil }
        return HealthPage(rawValue: pathBelowPrefix(request.path)) == nil ? addressLimit : healthLimit
    }

    /// The request with the client's address instead of the address of a trusted proxy.
    func identified(_ request: GatewayRequest) -> GatewayRequest {
        var request = request
        request.remoteAddress = settings.proxies.client(of: request)
        return request
    }

    /// The routes for a request, judged by its method and path.
    func find(method: String, path: String) -> RouteTable.Finding {
        routes.find(method: method, path: pathBelowPrefix(path))
    }

    /// Handles a request with its complete body; an admitted one keeps its place in the queues until its trip ends.
    func answer(_ trip: Trip) async -> Outcome {
        guard let admitted = trip.admitted else { return await answerAdmitted(trip) }
        return await AdmittedRequest.$current.withValue(admitted) { await answerAdmitted(trip) }
    }

    private func answerAdmitted(_ trip: Trip) async -> Outcome {
        if let foreign = foreignAnswer(to: trip) { return foreign }
        switch trip.finding {
        case .preflight(let path): return preflight(path).intended(for: path.audience, isRoutine: true)
        case .wrongMethod(let path): return wrongMethod(trip.request, allowed: path.allowed)
        case .nowhere: return nowhere(trip)
        case .routes(let matches):
            for match in matches {
                var trip = trip
                trip.parameters = match.parameters
                if let outcome = await answer(trip, by: match.route) {
                    return outcome.intended(for: match.route.audience, isRoutine: match.route.isRoutine)
                }
            }
            return nowhere(trip)
        }
    }

    /// The response to a request that is signed for a service of AWS that the server does not have, at a path without a
    /// service of this server: an unknown path, one with another method, or the first page.
    private func foreignAnswer(to trip: Trip) -> Outcome? {
        let request = trip.request
        switch trip.finding {
        case .preflight: return nil
        case .routes where request.method == "POST" || pathBelowPrefix(request.path) != "/": return nil
        case .routes, .wrongMethod, .nowhere: break
        }
        guard request.maySign, !request.hasForm else { return nil }
        return terms?.foreign(request, trip.requestID)?.intended(for: .everyone)
    }

    /// The response of a route, or the refusal of a request that is not of its audience; `nil` if the route leaves the
    /// request to the next one.
    private func answer(_ trip: Trip, by route: Route) async -> Outcome? {
        if let refusal = refusal(of: trip, by: route) { return refusal }
        guard case .stream = route.handler else { return await route.answer(trip) }
        do throws(OpenStreams.Full) {
            let place = try streams.open(for: Subscriber(trip.request.remoteAddress))
            return await route.answer(trip)?.streaming(in: place)
        } catch {
            return tooManyStreams(trip, route, error)
        }
    }

    /// The response to a request that is not of a route's audience, or that needs no answer of the route.
    func refusal(of trip: Trip, by route: Route) -> Outcome? {
        guard route.audience == .developer else { return nil }
        // With a key, clients may use an address as well.
        guard visitors.admitsHost(of: trip.request, orAddress: settings.developerKey != nil) else {
            return strangeHost().intended(for: route.audience)
        }
        if let key = settings.developerKey, !key.isCarried(by: trip.request) {
            let page = KeyPage.answer(trip.request, home: home)
            return Outcome(page, operation: route.label, code: Label.keyMissing)
        }
        return settings.developerKey?.redirection(of: trip.request, isSecure: isSecure).map {
            Outcome($0, operation: route.label)
        }
    }

    /// Whether a request's body is a file, which is processed in pieces as it arrives.
    package func takesFile(method: String, path: String) -> Bool {
        routes.takesFile(method: method, path: pathBelowPrefix(path))
    }

    /// Whether a request may have a body of `length` bytes; the size of a file is checked while it arrives.
    package func admitsBody(ofLength length: Int, method: String, path: String) -> Bool {
        length <= settings.maximumBodySize || takesFile(method: method, path: path)
    }

    /// Whether the host name of a request is allowed; a server that shows private pages or accepts any key allows its
    /// own names only.
    private func admits(_ request: GatewayRequest) -> Bool {
        // With a key, routes for developers check the host name themselves, and clients may use any name.
        !isForThisMachine || settings.developerKey != nil || visitors.admitsHost(of: request)
    }

    /// The host name of a request for which a browser must use TLS from now on, if the server is strict about TLS and
    /// was reached over it; `nil` for an address and for names of the browser's own machine.
    func strictHost(of request: GatewayRequest) -> HostName? {
        guard settings.isStrictAboutTLS, isSecure, let host = request.host else { return nil }
        return host.description.split(separator: ".").last == "localhost" ? nil : host
    }

    /// The path without the base URL's path, which a proxy may keep or remove.
    func pathBelowPrefix(_ path: String) -> String {
        guard !prefix.isEmpty, path.utf8.starts(with: prefix.utf8) else { return path }
        let rest = path.utf8.dropFirst(prefix.utf8.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/") ? String(Substring(rest)) : path
    }

    fileprivate static func path(of baseURL: String) -> String {
        let path = URLComponents(string: baseURL)?.percentEncodedPath ?? ""
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
