// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A page: values that a template shows.
package protocol Page: Sendable {
    /// The template of the page.
    static var template: PageTemplate { get }

    /// The fields that the user fills in, in the order of the page.
    var fields: [FormField] { get }

    /// Returns the page's own values for its template.
    func values(in context: PageContext, _ texts: PageTexts) -> PageValues
}

extension Page {
    /// No fields.
    package var fields: [FormField] { [] }

    /// Returns the page as HTML.
    package func html(in context: PageContext) -> String {
        let texts = PageTexts(in: context.language)
        return Self.template.render(allValues(in: context, texts), in: texts)
    }

    /// Returns the values of the page and of what all pages have.
    func allValues(in context: PageContext, _ texts: PageTexts) -> PageValues {
        PageLayout.values(in: context, texts).adding(errors(in: context, texts).values)
            .adding(values(in: context, texts))
    }

    /// Returns the texts of the context's error on this page.
    func errors(in context: PageContext, _ texts: PageTexts) -> PageErrors {
        PageErrors(context.error, on: fields, entries: context.entries, in: texts)
    }
}
