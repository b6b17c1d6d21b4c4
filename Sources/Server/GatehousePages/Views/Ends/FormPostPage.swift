// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page that returns to an application with a form, which the script sends at once.
///
/// Source: OAuth 2.0 Form Post Response Mode.
package struct FormPostPage: Page {
    /// The address of the application that receives the form.
    package let address: String
    /// The parameters of the response.
    package let parameters: [HiddenField]

    /// Creates the page; `nil` for an address that is not one of the web.
    package init?(address: String, parameters: [HiddenField]) {
        guard PageAddress.isDocument(address) else { return nil }
        self.address = address
        self.parameters = parameters
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.ends.returnHeading, hasScript: true,
            // The hidden fields of the context are for forms that this server receives.
            body: """
                \(Markup.text(texts.ends.returnText))
                <form method="post" action="{{action}}" data-send>{{#parameters}}
                <input type="hidden" name="{{parameter}}" value="{{parameterValue}}">{{/parameters}}
                \(Markup.submit(texts.general.continue))
                </form>
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let items: [PageValues] = parameters.map { ["parameter": .text($0.name), "parameterValue": .text($0.value)] }
        return ["action": .text(address), "parameters": .list(items)]
    }
}
