// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehousePages
package import GatehouseSites
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

/// A request at a domain of a user pool: the values that every endpoint and every page gets.
package struct HostedRequest: Sendable {
    /// The request with its id.
    package private(set) var call: Trip
    /// The domain at the place of the request.
    package let domain: HostedDomain
    /// The operations on behalf of the caller.
    package let service: UserPoolsService
    /// The caller that an operation proves, for the log.
    let caller: ProvenCaller
    /// The parameters of the query, or of the pushed request that the query refers to; pages keep the parameters of
    /// the authorization request there.
    package private(set) var parameters: FormParameters
    /// The text of ``parameters``.
    package private(set) var parameterText: String
    /// The fields of the form in the body; none for a request with GET and for an empty body.
    package let form: FormParameters
    /// The cookies of the domain.
    package let cookies: BrowserCookies
    /// The browser's id, to which forms are bound.
    package let browser: BrowserIdentity
    /// The language of the page, from the parameter `lang`, the cookie or the browser; else English.
    package let language: PageLanguage

    /// Reads a request.
    ///
    /// - Throws: the reason why the query or the form cannot be read, such as a parameter that is included twice.
    package init(
        _ call: Trip, at domain: HostedDomain, in pools: UserPools, form limits: FormParameters.Limits = .init()
    ) throws(WireSyntaxError) {
        self.call = call
        self.domain = domain
        caller = ProvenCaller()
        let isPost = call.request.method == "POST"
        form =
            try isPost && !call.request.body.isEmpty ? call.request.formParameters(within: limits) : FormParameters("")
        cookies = BrowserCookies(call.request, at: domain)
        browser = BrowserIdentity(cookie: cookies.value(.browser), entropy: pools.entropy)
        let given = try call.request.queryParameters()
        let pushed = PushedRequest(
            reference: given.value("request_uri"), of: .browser(browser.id), inPool: domain.pool.id, by: pools.sealer,
            at: pools.forwardClock.now)
        parameterText = pushed?.query(with: given) ?? call.request.query
        parameters = try pushed == nil ? given : FormParameters(parameterText)
        language =
            parameters.value("lang").flatMap(PageLanguage.init(named:))
            ?? cookies.value(.language).flatMap(PageLanguage.init(named:))
            ?? call.request.header("Accept-Language").flatMap(PageLanguage.init(acceptedBy:)) ?? .english
        let region = domain.pool.id.utf8.split(separator: UInt8(ascii: "_"), maxSplits: 1).first
            .map { String(Substring($0)) }
        service = pools.service(
            for: RequestContext(
                requestID: call.requestID, region: region ?? pools.deployment.defaultRegion,
                access: isPost ? .write : .read, sourceAddress: call.request.remoteAddress,
                userAgent: call.request.header("User-Agent") ?? "", caller: caller))
    }

    /// The request with the parameters of a pushed request, and with a reference of the browser in its query.
    func continued(_ parameters: FormParameters, as pushed: PushedRequest) -> HostedRequest {
        var (request, next) = (call.request, self)
        request.query = reference(to: pushed)
        next.call = Trip(request: request, parameters: call.parameters, requestID: call.requestID)
        (next.parameters, next.parameterText) = (parameters, pushed.form)
        return next
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
