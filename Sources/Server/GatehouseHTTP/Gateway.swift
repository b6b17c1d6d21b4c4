// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseIdentityPools
import GatehouseUserPoolModel
package import GatehouseUserPools
import GatehouseWire
package import Logging
package import Metrics

/// All services of an installation at one address; it takes requests and returns responses, without a socket.
///
/// Every request gets a response, and every response has a request id, a date and the CORS headers.
package struct Gateway: Sendable {
    let userPools: UserPools
    let dispatcher: OperationDispatcher
    package var pages: GatewayPages
    package let settings: GatewaySettings
    let clock: WallClock
    let entropy: Entropy
    let observer: RequestObserver
    let visitors: LocalVisitors
    let addressLimit: AddressLimit?
    let bodies: BodyBudget
    let baseURL: String
    /// The path of the base URL; a proxy may forward requests with it.
    let prefix: String
    /// Whether clients reach the server over TLS.
    let isSecure: Bool

    /// Creates the gateway for the domains.
    ///
    /// `administrators` resolve the keys of administrators; the resolver for keys of roles is built in. `metrics`
    /// counts the requests.
    package init(
        userPools: UserPools, identityPools: IdentityPools, administrators: [any AccessKeyResolver] = [],
        pages: GatewayPages, deployment: Deployment, settings: GatewaySettings = GatewaySettings(),
        clock: WallClock, entropy: Entropy, logger: Logger, metrics: any MetricsFactory
    ) {
        let visitors = LocalVisitors(deployment: deployment)
        self.userPools = userPools
        self.dispatcher = OperationDispatcher(
            routes: OperationRoutes(userPools: userPools, identityPools: identityPools),
            callers: CallerAuthentication(
                resolvers: administrators + [identityPools.accessKeys], policy: settings.signaturePolicy,
                clock: clock, allowedSkew: settings.allowedClockSkew
            ),
            deployment: deployment, visitors: visitors, explainsRegions: settings.explainsRegions
        )
        self.visitors = visitors
        self.addressLimit = settings.rates.map { AddressLimit($0.perAddress, clock: clock) }
        self.bodies = BodyBudget(maximum: settings.maximumBodySizeInAll, largest: settings.maximumBodySize)
        self.pages = pages
        self.settings = settings
        self.clock = clock
        self.entropy = entropy
        self.observer = RequestObserver(logger: logger, metrics: metrics, detail: settings.logDetail)
        self.baseURL = deployment.baseURL
        self.prefix = Self.path(of: deployment.baseURL)
        self.isSecure = deployment.baseURL.hasPrefix("https:")
    }

    /// Handles a request with its complete body; never fails.
    package func respond(to request: GatewayRequest) async -> GatewayResponse {
        let request = identified(request)
        return await observed { requestID in
            if let refusal = refusal(of: request, requestID: requestID) { return refusal }
            let destination = Destination(method: request.method, path: pathBelowPrefix(request.path))
            return await answer(request, at: destination, requestID: requestID)
        }
    }

    /// The refusal of a request by its head, if any; it counts the request for the limit of its address.
    func refusal(of request: GatewayRequest, requestID: String) -> Outcome? {
        guard addressLimit?.admits(request.remoteAddress) ?? true else { return tooManyRequests(request, requestID) }
        guard request.isStreamSafe else { return unread(request, .notStreamSafe, requestID: requestID) }
        if let flaw = request.flaw {
            return flaw.fault.map { unread(request, $0, requestID: requestID) } ?? tooLarge()
        }
        guard admits(request) else { return strangeHost() }
        return settings.refusesForwarded && request.isForwarded ? forwarded() : nil
    }

    /// The request with the client's address instead of the address of a trusted proxy.
    func identified(_ request: GatewayRequest) -> GatewayRequest {
        var request = request
        request.remoteAddress = settings.proxies.client(of: request)
        return request
    }

    /// Adds the common headers to a response, and records it in logs and metrics.
    func observed(_ answer: (_ requestID: String) async throws -> Outcome) async rethrows -> GatewayResponse {
        let requestID = entropy.uuid()
        let started = ContinuousClock.now
        var outcome = try await answer(requestID)
        outcome.response.headers += CommonHeaders.all(requestID: requestID, date: clock.now)
        if outcome.allowsOtherOrigins { outcome.response.headers += CommonHeaders.crossOrigin }
        observer.observe(outcome, requestID: requestID, took: ContinuousClock.now - started)
        return outcome.response
    }

    /// Handles a request that was admitted, with its complete body.
    func answer(_ request: GatewayRequest, at destination: Destination, requestID: String) async -> Outcome {
        guard destination.takesFile || request.body.count <= settings.maximumBodySize else { return tooLarge() }
        switch destination {
        case .preflight:
            return Outcome(
                GatewayResponse(status: 200, headers: CommonHeaders.preflight), operation: Label.preflight)
        case .services where request.method != "POST" && !request.hasForm: return await overview(request)
        case .services:
            if let refusal = await refusalOfUnknownPool(request) { return refusal }
            return await dispatcher.answer(request, requestID: requestID)
        case .keys(let poolID): return await keys(ofPool: poolID)
        case .discovery(let poolID): return await discovery(ofPool: poolID)
        case .health: return await health()
        case .metrics: return await metrics(request)
        case .outbox: return await outbox(request)
        case .passkeys: return await passkeys(request)
        case .reset: return await reset(request)
        case .importUpload(let poolID, let jobID):
            let whole = AsyncStream { continuation in
                continuation.yield(request.body)
                continuation.finish()
            }
            return await importUpload(request, poolID: poolID, jobID: jobID, pieces: whole, requestID: requestID)
        case .wrongMethod(let allowed): return wrongMethod(allowed: allowed)
        case .nowhere: return nowhere()
        }
    }

    /// Whether the host name of a request is allowed; a server that shows private pages or accepts any key allows its
    /// own names only.
    func admits(_ request: GatewayRequest) -> Bool {
        let isOpen = settings.signaturePolicy == .anyAdministrator || pages.outbox != nil
        // With a key, the pages check the host name themselves, and clients may use any name.
        return !isOpen || settings.developerKey != nil || visitors.admitsHost(of: request)
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
