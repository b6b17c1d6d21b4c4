// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehousePages
package import GatehouseSites
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

/// A request at a domain of a user pool: the values that every endpoint and every page gets.
///
/// It is a value that takes the size of a reference: a page has several copies in the frames of its functions.
package struct HostedRequest: Sendable {
    private struct Parts: Sendable {
        var call: Trip
        let domain: HostedDomain
        let service: UserPoolsService
        let caller: ProvenCaller
        var parameters: FormParameters
        var parameterText: String
        let form: FormParameters
        let cookies: BrowserCookies
        let browser: BrowserIdentity
        let language: PageLanguage
    }

    private final class Place: Sendable {
        let parts: Parts

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    /// The parts, to which copies have a reference.
    private let place: Place

    /// Reads a request.
    ///
    /// - Throws: the reason why the query or the form cannot be read, such as a parameter that is included twice.
    package init(
        _ call: Trip, at domain: HostedDomain, in pools: UserPools, form limits: FormParameters.Limits = .init()
    ) throws(WireSyntaxError) {
        let caller = ProvenCaller()
        let isPost = call.request.method == "POST"
        let form =
            try isPost && !call.request.body.isEmpty ? call.request.formParameters(within: limits) : FormParameters("")
        let cookies = BrowserCookies(call.request, at: domain)
        let browser = BrowserIdentity(cookie: cookies.value(.browser), entropy: pools.entropy)
        let given = try call.request.queryParameters()
        let pushed = PushedRequest(
            reference: given.value("request_uri"), of: .browser(browser.id), inPool: domain.pool.id, by: pools.sealer,
            at: pools.forwardClock.now)
        let parameterText = pushed?.query(with: given) ?? call.request.query
        let parameters = try pushed == nil ? given : FormParameters(parameterText)
        let language: PageLanguage =
            parameters.value("lang").flatMap(PageLanguage.init(named:))
            ?? cookies.value(.language).flatMap(PageLanguage.init(named:))
            ?? call.request.header("Accept-Language").flatMap(PageLanguage.init(acceptedBy:)) ?? .english
        let region = domain.pool.id.utf8.split(separator: UInt8(ascii: "_"), maxSplits: 1).first
            .map { String(Substring($0)) }
        let service = pools.service(
            for: RequestContext(
                requestID: call.requestID, region: region ?? pools.deployment.defaultRegion,
                access: isPost ? .write : .read, sourceAddress: call.request.remoteAddress,
                userAgent: call.request.header("User-Agent") ?? "", caller: caller))
        self.init(
            Parts(
                call: call, domain: domain, service: service, caller: caller, parameters: parameters,
                parameterText: parameterText, form: form, cookies: cookies, browser: browser, language: language))
    }

    private init(_ parts: Parts) {
        place = Place(parts)
    }

    /// The request with its id.
    package var call: Trip { place.parts.call }
    /// The domain at the place of the request.
    package var domain: HostedDomain { place.parts.domain }
    /// The operations on behalf of the caller.
    package var service: UserPoolsService { place.parts.service }
    /// The caller that an operation proves, for the log.
    var caller: ProvenCaller { place.parts.caller }
    /// The parameters of the query, or of the pushed request that the query refers to; pages keep the parameters of
    /// the authorization request there.
    package var parameters: FormParameters { place.parts.parameters }
    /// The text of ``parameters``.
    package var parameterText: String { place.parts.parameterText }
    /// The fields of the form in the body; none for a request with GET and for an empty body.
    package var form: FormParameters { place.parts.form }
    /// The cookies of the domain.
    package var cookies: BrowserCookies { place.parts.cookies }
    /// The browser's id, to which forms are bound.
    package var browser: BrowserIdentity { place.parts.browser }
    /// The language of the page, from the parameter `lang`, the cookie or the browser; else English.
    package var language: PageLanguage { place.parts.language }

    /// The request with the parameters of a pushed request, and with a reference of the browser in its query.
    func continued(_ parameters: FormParameters, as pushed: PushedRequest) -> HostedRequest {
        var (request, next) = (call.request, place.parts)
        request.query = reference(to: pushed)
        next.call = Trip(request: request, parameters: call.parameters, requestID: call.requestID)
        (next.parameters, next.parameterText) = (parameters, pushed.form)
        return HostedRequest(next)
    }

    /// The pool of the domain.
    package var pool: UserPoolRecord { domain.pool }

    /// The address of a page of the domain on the host of the request, such as `/domains/shop/login`; `query` is
    /// encoded already.
    ///
    /// It has no host, so no header of the request can lead a browser to another one.
    package func path(_ page: String, query: String? = nil) -> String {
        domain.basePath + page + (query.map { $0.isEmpty ? "" : "?" + $0 } ?? "")
    }
}
