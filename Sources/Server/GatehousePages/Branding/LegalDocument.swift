// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A document to which every page links.
package struct LegalDocument: Sendable, Equatable {
    /// The kinds of documents; the raw value is the name in the service's terms.
    package enum Kind: String, Sendable, CaseIterable {
        /// The terms of use.
        case termsOfUse = "terms-of-use"
        /// The privacy policy.
        case privacyPolicy = "privacy-policy"
    }

    /// The kind of the document, which decides the text of the link.
    package let kind: Kind
    /// The address of the document.
    package let address: String

    /// Creates the link of a document; `nil` for an address that a browser would run.
    package init?(_ kind: Kind, at address: String) {
        guard PageAddress.isDocument(address) else { return nil }
        self.kind = kind
        self.address = address
    }

    /// Creates the link of a document in a language, from its links by the names of languages in the service's terms,
    /// such as `cognito:french`; `nil` if there is neither one for the language nor a default.
    package init?(_ kind: Kind, in language: PageLanguage, of links: [String: String]) {
        guard let address = links["cognito:\(language.nameInTerms)"] ?? links["cognito:default"] else { return nil }
        self.init(kind, at: address)
    }
}

extension PageLanguage {
    fileprivate var nameInTerms: String {
        switch self {
        case .german: "german"
        case .english: "english"
        case .spanish: "spanish"
        case .french: "french"
        case .indonesian: "bahasa-indonesia"
        case .dutch: "dutch"
        case .italian: "italian"
        case .japanese: "japanese"
        case .korean: "korean"
        case .brazilianPortuguese: "portuguese-brazil"
        case .simplifiedChinese: "chinese-simplified"
        case .traditionalChinese: "chinese-traditional"
        }
    }
}
