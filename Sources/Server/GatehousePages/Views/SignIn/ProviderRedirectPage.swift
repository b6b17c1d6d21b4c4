// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page between a form and an identity provider, to which a response to the form cannot redirect.
///
/// Browsers apply `form-action` of the content security policy to the redirects after a form, so that the page goes on
/// by itself, or by its link.
package struct ProviderRedirectPage: Page {
    /// The name of the provider.
    package let provider: String
    /// The path of this server that redirects to the provider, with its query.
    package let path: String

    /// Creates the page.
    package init(provider: String, path: String) {
        self.provider = provider
        self.path = path
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.signIn.continueWithProvider, followsLink: true,
            body: """
                <a class="submitButton-customizable" href="{{next}}" rel="noreferrer">\(texts.general.continue)</a>
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        ["provider": .text(provider), "next": .text(path)]
    }
}
