// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The enrolment of a passkey.
package struct AddPasskeyPage: Page {
    /// The options of the authenticator as JSON: `CredentialCreationOptions`.
    package var options: String

    /// Creates the page.
    package init(options: String) {
        self.options = options
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.passkey.addHeading, hasScript: true,
            body: """
                \(Markup.text(texts.passkey.addText))
                \(PasskeyMarkup.form(
                    "create", texts, button: texts.passkey.addButton,
                    others: Markup.action(texts.passkey.notNow, .skip)))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        ["action": .text(context.address(of: .addPasskey)), "options": .text(options)]
    }
}
