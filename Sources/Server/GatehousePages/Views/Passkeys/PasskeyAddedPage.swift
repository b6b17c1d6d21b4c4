// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page after the enrolment of a passkey, where no application is to be opened.
package struct PasskeyAddedPage: Page {
    /// The address of the application; `nil` without a link.
    package var nextAddress: String?

    /// Creates the page.
    package init(nextAddress: String? = nil) {
        self.nextAddress = nextAddress
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.passkey.added,
            body: """
                \(Markup.text(texts.passkey.addedText))
                {{#next}}\(Markup.next(texts.general.continue, to: "next")){{/next}}
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        ["next": .optional(nextAddress.flatMap { PageAddress.isScript($0) ? nil : $0 })]
    }
}
