// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePages
import GatehouseText
import GatehouseWire

extension FuzzedParser {
    /// Values of pages and of their style sheets: a page has the same marks whatever its values are, and a style sheet
    /// loads nothing.
    func feedPage(_ bytes: [UInt8]) {
        // A page shows each value several times, in a build without optimisation: this many bytes leave time for many
        // inputs, and the escaping of a byte does not depend on those far from it.
        let text = String(decoding: bytes.prefix(1_024), as: UTF8.self)
        // Requests and documents with other texts are refused before a page shows them.
        guard StreamSafeText.contains(text) else { return }
        precondition(Self.marks(of: text) == Self.plainMarks, "a value changes the marks of a page")
        let settings = try? WireValue(foreignJSON: bytes)
        for sheet in [BrandingStyleSheet(settings: settings, background: text), BrandingStyleSheet(classic: text)] {
            let sheet = sheet.text
            precondition(!sheet.utf8.contains(UInt8(ascii: "<")), "a style sheet has markup")
            precondition(!sheet.contains("@import") && !sheet.contains("url(//"), "a style sheet loads something")
        }
    }

    private static let plainMarks = marks(of: "plain")

    /// The numbers of characters that have a meaning in HTML, with a text in place of each value.
    private static func marks(of text: String) -> [Int] {
        let attribute = PageAttribute("custom:\(text)", value: text)
        let context = PageContext(
            branding: PageBranding(name: text, logo: text), query: text, hiddenFields: [HiddenField(text, text)],
            error: .text(text), cancelAddress: "/?\(text)", languagePath: .login)
        let pages: [any Page] = [
            LoginPage(userName: text, providers: [PageProvider(.saml, name: text)]),
            SignUpPage(userName: text, attributes: [attribute]), PasskeySignInPage(options: text),
        ]
        let html = pages.map { $0.html(in: context) }.joined()
        return "<>\"'".utf8.map { mark in html.utf8.count { $0 == mark } }
    }
}
