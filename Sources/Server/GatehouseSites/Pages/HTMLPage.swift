// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto

/// An HTML page in the look of the hosted pages, with its own script and without resources of other servers.
package struct HTMLPage: Sendable {
    /// The title, which the name of the product follows.
    package let title: String
    /// The address of the server's first page, to which the page leads back; `nil` without such a page.
    package var home: String?
    /// The links beside it: names and addresses relative to the first page.
    package var links: [(name: String, path: String)] = []
    /// The rules of this page, which follow the rules of all pages.
    package var style = ""
    /// The page's only script; `nil` for none.
    package var script: String?
    /// Further elements of the head; HTML.
    package var head = ""
    /// Whether the page has a form that the browser sends to this server.
    package var hasForm = false
    /// The HTML of the page's body, with escaped texts.
    package let content: String

    /// Creates a page.
    package init(
        title: String, home: String? = nil, links: [(name: String, path: String)] = [], style: String = "",
        script: String? = nil, head: String = "", hasForm: Bool = false, content: String
    ) {
        self.title = title
        self.home = home
        self.links = links
        self.style = style
        self.script = script
        self.head = head
        self.hasForm = hasForm
        self.content = content
    }

    /// The response with the page, which caches must not store.
    package func response(status: Int = 200) -> GatewayResponse {
        var response = GatewayResponse.text(html, type: "text/html", status: status)
        response.headers += [
            ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
            ("Referrer-Policy", "no-referrer"),
        ]
        return response
    }

    private var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        \(head)
        <title>\(HTMLText.escaped(title)) – Gatehouse</title>
        <style>\(allStyles)</style>
        </head>
        <body>
        <header class="bar">
        \(header)
        </header>
        <main>
        \(content)
        </main>
        \(script.map { "<script>\($0)</script>" } ?? "")
        </body>
        </html>

        """
    }

    private var allStyles: String { DeveloperStyle.text + style }

    private var header: String {
        guard let home else { return "<span class=\"brand\">Gatehouse</span>" }
        let links = links.map { link in
            "<a href=\"\(HTMLText.escaped(home + link.path))\">\(HTMLText.escaped(link.name))</a>"
        }
        let brand = "<a class=\"brand\" href=\"\(HTMLText.escaped(home))\">Gatehouse</a>"
        return links.isEmpty ? brand : "\(brand)\n<nav>\(links.joined(separator: "\n"))</nav>"
    }

    /// The content security policy: it allows only this style and script, and requests to this server.
    private var policy: String {
        """
        default-src 'none'; style-src \(Self.source(allStyles)); script-src \(script.map(Self.source) ?? "'none'"); \
        connect-src 'self'; form-action \(hasForm ? "'self'" : "'none'"); base-uri 'none'; frame-ancestors 'none'
        """
    }

    private static func source(_ text: String) -> String {
        "'sha256-\(Base64.encode(sha256(Array(text.utf8))))'"
    }
}
