// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page after a step that leads back to the sign-in, such as the confirmation of an account.
package struct ResultPage: Page {
    /// The result of the step.
    package var result: PageMessage

    /// Creates the page.
    package init(_ result: PageMessage) {
        self.result = result
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: "{{result}}",
            body: "{{#canSignIn}}\(Markup.next(texts.signIn.button, to: "login")){{/canSignIn}}")
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        [
            "result": .text(result.text(in: texts)), "canSignIn": .flag(!context.query.isEmpty),
            "login": .text(context.address(of: .login)),
        ]
    }
}
