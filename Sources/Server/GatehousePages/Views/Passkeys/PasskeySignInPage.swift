// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The sign-in with a passkey.
package struct PasskeySignInPage: Page {
    /// The options of the authenticator as JSON: `CREDENTIAL_REQUEST_OPTIONS`.
    package var options: String
    /// Whether the user can go back to other factors.
    package var hasOtherWays: Bool

    /// Creates the page.
    package init(options: String, hasOtherWays: Bool = true) {
        self.options = options
        self.hasOtherWays = hasOtherWays
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.passkey.signInHeading, hasScript: true,
            body: """
                \(Markup.text(texts.passkey.signInText))
                \(PasskeyMarkup.form(
                    "get", texts, button: texts.passkey.signInButton,
                    others: "{{#hasOtherWays}}\(Markup.action(texts.steps.anotherWay, .anotherWay)){{/hasOtherWays}}"))
                \(Markup.link(texts.signIn.anotherAccount, to: "login"))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        [
            "action": .text(context.address(of: .step)), "login": .text(context.address(of: .login)),
            "options": .text(options), "hasOtherWays": .flag(hasOtherWays),
        ]
    }
}
