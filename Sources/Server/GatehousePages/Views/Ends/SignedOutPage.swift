// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page after a sign-out that returns to no application.
package struct SignedOutPage: Page {
    /// Whether the page has a link to a new sign-in, which needs the query of a request.
    package var canSignIn: Bool

    /// Creates the page.
    package init(canSignIn: Bool = false) {
        self.canSignIn = canSignIn
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.ends.signedOut,
            body: """
                \(Markup.text(texts.ends.signedOutText))
                {{#canSignIn}}\(Markup.next(texts.ends.signInAgain, to: "login")){{/canSignIn}}
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        ["canSignIn": .flag(canSignIn), "login": .text(context.address(of: .login))]
    }
}
