// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page for a sign-in that took too long or was finished before.
package struct SessionExpiredPage: Page {
    /// Creates the page.
    package init() {}

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.ends.wentWrong,
            body: """
                \(Markup.text(texts.ends.expired))
                {{#canStart}}\(Markup.next(texts.ends.startAgain, to: "login")){{/canStart}}
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        ["canStart": .flag(!context.query.isEmpty), "login": .text(context.address(of: .login))]
    }
}
