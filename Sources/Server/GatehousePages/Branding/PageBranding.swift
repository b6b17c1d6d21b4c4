// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The style of the pages of a pool or of a client, as addresses and texts.
package struct PageBranding: Sendable, Equatable {
    /// The name of the service, in the title and in place of a logo.
    package var name: String?
    /// The address of the logo.
    package var logo: String?
    /// The address of the logo for dark screens; `nil` for the same one.
    package var darkLogo: String?
    /// The address of the icon in the browser's tab.
    package var icon: String?
    /// The address of the style sheet ``BrandingStyleSheet``, which follows the style sheet of all pages.
    package var styleSheet: String?
    /// The documents to which every page links, such as terms of use.
    package var documents: [LegalDocument]

    /// Creates a style; the defaults fit a page without a style.
    package init(
        name: String? = nil, logo: String? = nil, darkLogo: String? = nil, icon: String? = nil,
        styleSheet: String? = nil, documents: [LegalDocument] = []
    ) {
        self.name = name
        self.logo = logo
        self.darkLogo = darkLogo
        self.icon = icon
        self.styleSheet = styleSheet
        self.documents = documents
    }
}
