// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The set-up of an authenticator app: its key as a QR code and as a text, and the first code.
package struct TOTPSetUpPage: Page {
    /// The key in base32.
    package var secret: String
    /// The user name, which the app shows.
    package var userName: String
    /// The name of the service, which the app shows.
    package var issuer: String

    /// Creates the page.
    package init(secret: String, userName: String, issuer: String) {
        self.secret = secret
        self.userName = userName
        self.issuer = issuer
    }

    /// The address that the QR code has.
    package var address: String {
        let (issuer, userName) = (QueryText.encoded(issuer), QueryText.encoded(userName))
        return "otpauth://totp/\(issuer):\(userName)?secret=\(QueryText.encoded(secret))&issuer=\(issuer)"
    }

    package var fields: [FormField] {
        [FormField(PageField.code), FormField(PageField.deviceName, isRequired: false)]
    }

    /// The key in groups of four characters, which are easier to type.
    private var groupedSecret: String {
        let scalars = Array(secret.unicodeScalars)
        let groups = stride(from: 0, to: scalars.count, by: 4).map { start in
            String(String.UnicodeScalarView(scalars[start..<min(start + 4, scalars.count)]))
        }
        return groups.joined(separator: " ")
    }

    package static let template = PageTemplate { texts in
        let deviceName = Markup.field(
            texts.totp.deviceName, PageField.deviceName, #"type="text" autocomplete="off" maxlength="20""#)
        return PageSource(
            title: texts.totp.heading,
            body: """
                \(Markup.text(texts.totp.scan))
                {{#drawing}}<svg class="qr" viewBox="0 0 {{size}} {{size}}" role="img" \
                aria-label="\(texts.totp.picture)" shape-rendering="crispEdges">\
                <rect width="100%" height="100%" fill="#fff"/><path d="{{drawing}}" fill="#000"/></svg>
                {{/drawing}}<p>\(texts.totp.key) <code class="key">{{secret}}</code></p>
                \(Markup.text(texts.totp.enter))
                \(Markup.form(Markup.code(texts) + deviceName + Markup.submit(texts.general.continue)))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let code = QRCode(address)
        return [
            "action": .text(context.address(of: .step)), "secret": .text(groupedSecret),
            "drawing": .optional(code?.drawing), "size": .optional(code.map { String($0.size) }),
        ]
    }
}
