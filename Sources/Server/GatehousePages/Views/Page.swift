// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A page: values that a template shows.
package protocol Page: Sendable {
    /// The template of the page.
    static var template: PageTemplate { get }

    /// Returns the page's own values for its template.
    func values(in context: PageContext, _ texts: PageTexts) -> PageValues
}

extension Page {
    /// Returns the page as HTML.
    package func html(in context: PageContext) -> String {
        let texts = PageTexts(in: context.language)
        let values = PageLayout.values(in: context, texts).adding(values(in: context, texts))
        return Self.template.render(values, in: texts)
    }
}
