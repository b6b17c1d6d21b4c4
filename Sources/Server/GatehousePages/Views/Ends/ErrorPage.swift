// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page for a request that cannot continue, such as one with an unknown client or redirect URI.
package struct ErrorPage: Page {
    /// The error code, such as `redirect_mismatch`.
    package var code: String?
    /// The description of the error, for developers of the application.
    package var description: String?
    /// The id of the request in the log.
    package var requestID: String?

    /// Creates the page.
    package init(code: String? = nil, description: String? = nil, requestID: String? = nil) {
        self.code = code
        self.description = description
        self.requestID = requestID
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.ends.errorHeading,
            body: """
                {{#description}}<p role="alert">{{description}}</p>
                {{/description}}{{#code}}<p><code>{{code}}</code></p>
                {{/code}}{{#requestID}}<p class="inline"><code>{{requestID}}</code></p>{{/requestID}}
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        ["description": .optional(description), "code": .optional(code), "requestID": .optional(requestID)]
    }
}
