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
    private(set) var routes: RouteTable
    package let settings: GatewaySettings
    let clock: WallClock
    let entropy: Entropy
    let observer: RequestObserver
    let visitors: LocalVisitors
    let addressLimit: AddressLimit?
    /// The limit for the health pages: other requests of the same address do not use it up.
    private let healthLimit: AddressLimit?
    /// The memory for requests and responses.
    package let bodies: BodyBudget
    /// Whether the server allows its own host names only.
    private var isForThisMachine: Bool
    /// The path of the base URL; a proxy may forward requests with it.
    let prefix: String
    /// Whether clients reach the server over TLS.
    let isSecure: Bool

    /// Creates the gateway for sites; the list of paths has them in this order.
    ///
    /// `metrics` counts the requests.
    package init(
        sites: [Site], deployment: Deployment, settings: GatewaySettings = GatewaySettings(), clock: WallClock,
        entropy: Entropy, logger: Logger, metrics: any MetricsFactory
    ) {
        self.routes = RouteTable(sites)
        self.isForThisMachine =
            settings.signaturePolicy == .anyAdministrator || sites.contains(where: \.isForThisMachine)
        self.visitors = LocalVisitors(deployment: deployment)
        self.addressLimit = settings.rates.map { AddressLimit($0.perAddress, clock: clock) }
        self.healthLimit = settings.rates.map { AddressLimit($0.perAddress, clock: clock) }
        self.bodies = BodyBudget(maximum: settings.maximumBodySizeInAll, largest: settings.maximumBodySize)
        self.settings = settings
        self.clock = clock
        self.entropy = entropy
        self.observer = RequestObserver(logger: logger, metrics: metrics, detail: settings.logDetail)
        self.prefix = Self.path(of: deployment.baseURL)
        self.isSecure = deployment.baseURL.hasPrefix("https:")
    }

    /// Adds a site.
    package mutating func add(_ site: Site) {
        routes.add(site)
        isForThisMachine = isForThisMachine || site.isForThisMachine
    }

    /// Handles a request with its complete body; never fails.
    package func respond(to request: GatewayRequest) async -> GatewayResponse {
        switch receive(request) {
        case .refused(let response): return response
        case .accepted(let received): return response(to: received.arrival, await answer(received))
        }
    }

    /// The refusal of a request by its head, if any; it counts the request for the limit of its address.
    func refusal(of request: GatewayRequest, requestID: String) -> Outcome? {
        let isAdmitted = limit(of: request)?.admits(request.remoteAddress) ?? true
        guard isAdmitted else { return tooManyRequests(request, requestID) }
        guard request.isStreamSafe else { return unread(request, .notStreamSafe, requestID: requestID) }
        if let flaw = request.flaw {
            return flaw.fault.map { unread(request, $0, status: flaw.status, requestID: requestID) } ?? tooLarge()
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

    /// Handles a request that was not refused by its head, with its complete body.
    func answer(_ received: ReceivedRequest) async -> Reply {
        guard received.finding.file != nil || received.request.body.count <= settings.maximumBodySize else {
            return Reply(tooLarge(), at: received.finding)
        }
        switch admit(received) {
        case .success(let admitted):
            defer { admitted?.leave() }
            return await answer(received, as: admitted)
        case .failure(let refusal): return refusal.reply
        }
    }

    /// Admits a request with its complete body to the queues in which its work waits; `nil` for one that waits in none.
    func admit(_ received: ReceivedRequest) -> Result<AdmittedRequest?, RefusedRequest> {
        guard let admission = received.finding.admission, let head = received.work else { return .success(nil) }
        let work = admission.work(of: received.request, byHead: head)
        do throws(Overload) {
            return .success(try admission.admit(work, received.request.body))
        } catch {
            let refusal = shed(work, at: received.finding, because: error, requestID: received.arrival.requestID)
            return .failure(RefusedRequest(reply: Reply(refusal, at: received.finding)))
        }
    }

    /// Handles an admitted request, which its caller makes leave.
    func answer(_ received: ReceivedRequest, as admitted: AdmittedRequest?) async -> Reply {
        guard let admitted else { return await answerAdmitted(received) }
        return await AdmittedRequest.$current.withValue(admitted) { await answerAdmitted(received) }
    }

    private func answerAdmitted(_ received: ReceivedRequest) async -> Reply {
        if let foreign = foreignAnswer(to: received) { return foreign }
        switch received.finding {
        case .preflight(let path): return Reply(preflight(path), for: path.audience, isRoutine: true)
        case .wrongMethod(let path):
            return Reply(wrongMethod(received.request, allowed: path.allowed), at: received.finding)
        case .nowhere: return nowhere(received)
        case .routes(let matches):
            for match in matches {
                let call = SiteRequest(
                    request: received.request, parameters: match.parameters, requestID: received.arrival.requestID)
                if let reply = await answer(call, by: match.route) { return reply }
            }
            return nowhere(received)
        }
    }

    /// The response to a request that is signed for a service of AWS that the server does not have, at a path without a
    /// service of this server: an unknown path, one with another method, or the first page.
    private func foreignAnswer(to received: ReceivedRequest) -> Reply? {
        let request = received.request
        switch received.finding {
        case .preflight: return nil
        case .routes where request.method == "POST" || pathBelowPrefix(request.path) != "/": return nil
        case .routes, .wrongMethod, .nowhere: break
        }
        guard request.maySign, !request.hasForm, let foreign = ForeignService(of: request) else { return nil }
        let outcome = foreign.outcome(for: request, requestID: received.arrival.requestID)
        return Reply(outcome, for: .everyone)
    }

    /// The response of a route, or the refusal of a request that is not of its audience; `nil` if the route leaves the
    /// request to the next one.
    private func answer(_ call: SiteRequest, by route: Route) async -> Reply? {
        if route.audience == .developer {
            // With a key, clients may use an address as well.
            guard visitors.admitsHost(of: call.request, orAddress: settings.developerKey != nil) else {
                return Reply(strangeHost(), for: route.audience)
            }
            if let key = settings.developerKey, !key.isCarried(by: call.request) {
                let page = KeyPage.answer(call.request, home: home)
                return Reply(Outcome(page, operation: route.label, code: Label.keyMissing), by: route)
            }
            if let redirection = settings.developerKey?.redirection(of: call.request, isSecure: isSecure) {
                return Reply(Outcome(redirection, operation: route.label), by: route)
            }
        }
        return await route.answer(call).map { Reply($0, by: route) }
    }

    /// Whether the host name of a request is allowed; a server that shows private pages or accepts any key allows its
    /// own names only.
    private func admits(_ request: GatewayRequest) -> Bool {
        // With a key, routes for developers check the host name themselves, and clients may use any name.
        !isForThisMachine || settings.developerKey != nil || visitors.admitsHost(of: request)
    }

    /// The host name for which a browser must use TLS: that of a request to a server that is strict about TLS, and
    /// reached over it; `nil` for an address and for names of the browser's own machine.
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

    private static func path(of baseURL: String) -> String {
        let path = URLComponents(string: baseURL)?.percentEncodedPath ?? ""
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
