// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The page between a form and an identity provider, to which a response to the form cannot redirect.
///
/// Browsers apply `form-action` of the content security policy to the redirects after a form, so that the page goes on
/// by itself, or by its link.
package struct ProviderRedirectPage: Page {
    /// The name of the provider.
    package let provider: String
    /// The address of the provider.
    package let address: String

    /// Creates the page; `nil` for an address that is not one of the web.
    package init?(provider: String, address: String) {
        guard PageAddress.isDocument(address) else { return nil }
        self.provider = provider
        self.address = address
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: texts.signIn.continueWithProvider, followsLink: true,
            body: """
                <a class="submitButton-customizable" href="{{next}}" rel="noreferrer">\(texts.general.continue)</a>
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        ["provider": .text(provider), "next": .text(address)]
    }
}
