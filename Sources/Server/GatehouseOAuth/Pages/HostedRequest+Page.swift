// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehousePages
package import GatehouseSites
import GatehouseWire

extension HostedRequest {
    /// The time for which a browser keeps the language that a user has selected, in seconds: a year.
    private static let languageLifetime = 31_536_000
    /// The time after which a browser may repeat a request that was one too many, in seconds.
    private static let retryDelay = "5"

    /// A response with a page, its policy, and the cookies of the browser and the language.
    ///
    /// `sources` are the addresses outside of the domain to which the form of the page leads by redirects, since
    /// Chromium applies `form-action` to them, too.
    package func response(
        _ page: some Page, in context: PageContext, status: Int = 200, sendingFormsTo sources: [String] = []
    ) -> GatewayResponse {
        var response = responseBeforePage(in: context.language, status: status, sendingFormsTo: sources)
        response.body = Data(page.html(in: context).utf8)
        return response
    }

    /// The response of ``response(_:in:status:sendingFormsTo:)`` without its body.
    func responseBeforePage(
        in language: PageLanguage, status: Int, sendingFormsTo sources: [String]
    ) -> GatewayResponse {
        var response = GatewayResponse.text("", type: "text/html", status: status)
        response.headers.append(("Content-Security-Policy", Self.policy(sendingFormsTo: sources)))
        response.headers.append(("Content-Language", language.ofTexts.rawValue))
        if status == 429 || status == 503 { response.headers.append(("Retry-After", Self.retryDelay)) }
        keepBrowser(in: &response)
        if parameters.value("lang").flatMap(PageLanguage.init(named:)) != nil,
            let cookie = cookies.setting(.language, self.language.rawValue, maximumAge: Self.languageLifetime)
        {
            response.set(cookie)
        }
        return response
    }

    /// The policy of a page: files of its own origin, images of the style's address, and no inline script.
    private static func policy(sendingFormsTo sources: [String]) -> String {
        sources.reduce(policyOfOwnForms) { "\($0) \($1)" } + "; base-uri 'none'"
    }

    private static let policyOfOwnForms =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; form-action 'self'"
}
