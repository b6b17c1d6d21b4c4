// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehousePages
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// Makes the pages of a client: their hidden fields, cookies and policies.
struct PageResponder: Sendable {
    /// The request.
    let request: HostedRequest
    /// The client for which the pages are.
    let client: AppClientRecord
    /// The address to which forms lead in the end; `nil` for pages without one.
    let redirectURI: RedirectURI?
    /// The style of the client's pages; `nil` for requests that mostly show none, so that it is read only for a page.
    let branding: PageBranding?

    /// The user pools of the installation.
    var pools: UserPools { request.service.pools }

    /// The query of the request, which pages keep.
    var query: String { request.call.request.query }

    /// The run that the form of the request continues; `nil` for a form without one, for a run of another browser or
    /// request, and for one that took too long.
    var run: PageRun? {
        PageRun(
            unsealing: request.form.value(WireName(PageRun.field)), for: binding, by: pools.sealer,
            at: pools.forwardClock.now)
    }

    /// Returns a run that begins now.
    func newRun(_ step: PageStep) -> PageRun { PageRun(startedAt: pools.forwardClock.now, step: step) }

    /// Replies with a page whose form is sent to `path` and continues `run`; ``guarded(_:)`` gives it its style.
    ///
    /// Without `status`, the status follows from the fault, and is 400 for another error.
    func reply(
        _ page: some Page, to path: PagePath, run: PageRun? = nil, error: PageMessage? = nil,
        notice: PageMessage? = nil, status: Int? = nil, fault: ServiceFault? = nil
    ) -> PageReply {
        var fields = [HiddenField(CSRFToken.field, request.csrfToken(for: path.rawValue))]
        if let run { fields.append(HiddenField(PageRun.field, run.sealed(by: pools.sealer, for: binding))) }
        let context = PageContext(
            language: request.language, basePath: request.domain.basePath, query: query,
            hiddenFields: fields,
            error: error ?? fault.map { .fault($0) }, entries: entries(among: page.fields), notice: notice,
            cancelAddress: request.cancelAddress(at: redirectURI),
            // Another language begins the page anew, which only the first page of a run can.
            languagePath: request.call.request.method == "GET" ? path : nil)
        return PageReply(
            request.responseBeforePage(
                in: context.language, status: status ?? fault.map(Self.status) ?? (error == nil ? 200 : 400),
                sendingFormsTo: redirectURI.map { [$0.policySource] } ?? []),
            fault.map { .fault($0) }
        ) { branding in
            var context = context
            context.branding = branding
            return page.html(in: context)
        }
    }

    /// Replies with a redirect to a page of the domain after a form.
    func redirect(to path: PagePath, query: String) -> PageReply {
        PageReply(.redirect(to: request.path(path.rawValue, query: query), .seeOther))
    }

    /// The names of the fields in which the form of the request has more than blanks.
    private func entries(among fields: [FormField]) -> Set<String> {
        Set(
            fields.map(\.name).filter { name in
                let text = request.form.value(WireName(name)) ?? ""
                return text.unicodeScalars.contains { !$0.properties.isWhitespace }
            })
    }

    private var binding: PageRun.Binding {
        PageRun.Binding(
            poolID: request.pool.id, clientID: client.id, browser: request.browser.id, query: query)
    }

    private static func status(of fault: ServiceFault) -> Int {
        switch fault.code {
        case _ where fault.overload != nil: 503
        case .tooManyRequests, .limitExceeded, .throttling: 429
        default: fault.code.httpStatus
        }
    }
}
