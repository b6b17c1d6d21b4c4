// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The target of a link in a message: a button, because programs that check messages open their links too.
///
/// The user name and the code of the link are hidden fields of the context.
package struct LinkConfirmationPage: Page {
    /// Creates the page.
    package init() {}

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.signUp.confirmHeading,
            body: Markup.text(texts.signUp.linkText) + Markup.form(Markup.submit(texts.signUp.confirmButton)))
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        ["action": .text(context.address(of: .confirmUser))]
    }
}
