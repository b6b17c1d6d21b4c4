// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Mustache

/// The template of a page in every language with a translation, compiled once.
///
/// The texts of a language are part of its template. What remains for a request are values, which are escaped.
package struct PageTemplate: Sendable {
    private let templates: [PageLanguage: MustacheTemplate]
    private let skeletons = PageSkeletons()
    /// The sources of the templates.
    let sources: [PageLanguage: String]

    /// Compiles the templates of a page from the source of its body in a language.
    init(_ source: (PageTexts) -> PageSource) {
        _ = PageEscaping.register
        sources = PageTexts.translations.mapValues { PageLayout.source(of: source($0), in: $0) }
        templates = sources.mapValues { source in
            do {
                return try MustacheTemplate(string: source)
            } catch {
                preconditionFailure("the template of a page is a constant: \(error)")
            }
        }
    }

    /// The names of values in the template of a language.
    func names(in language: PageLanguage) -> [String] {
        (sources[language] ?? "").matches(of: /\{\{[#^]?(\w+)\}\}/).map { String($0.1) }
    }

    /// Returns the page with values in the language of the texts.
    ///
    /// The library renders the first page of each shape; the next ones differ from it only in their texts.
    func render(_ values: PageValues, in texts: PageTexts) -> String {
        var pageTexts: [String] = []
        let shape = values.mapTexts { text in
            pageTexts.append(text)
            return ""
        }
        let skeleton = skeletons.skeleton(of: shape, in: texts.language) {
            PageSkeleton(of: shape) { renderAnew($0, in: texts) }
        }
        return skeleton.filled(with: pageTexts)
    }

    /// Returns the page as ``render(_:in:)`` does, without anything that was kept of former pages.
    func renderAnew(_ values: PageValues, in texts: PageTexts) -> String {
        guard let template = templates[texts.language] else {
            preconditionFailure("every language of texts has a template")
        }
        return template.render(TemplateObject(values))
    }
}

/// The source of a page's own part.
struct PageSource {
    /// The title in the browser's tab, with names of values.
    let title: String
    /// The content below the heading, with names of values.
    let body: String
    /// Whether the page has the script.
    let hasScript: Bool
    /// Whether the browser opens the address in the value `next` by itself.
    let followsLink: Bool

    init(title: String, hasScript: Bool = false, followsLink: Bool = false, body: String) {
        self.title = title
        self.hasScript = hasScript
        self.followsLink = followsLink
        self.body = body
    }
}
