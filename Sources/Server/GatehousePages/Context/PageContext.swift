// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The values that all pages of a request share.
package struct PageContext: Sendable {
    /// The language of the texts; English for a language without a translation.
    package var language: PageLanguage
    /// The style of the pool or of the client.
    package var branding: PageBranding
    /// The path of the domain: empty for a host of its own, else such as `/domains/example`.
    package var basePath: String
    /// The query of the authorization request, which links and forms keep; percent-encoded, without `?`.
    package var query: String
    /// The fields that every form sends back, such as `_csrf`.
    package var hiddenFields: [HiddenField]
    /// The error, which is shown above the form or at the fields that it is about.
    package var error: PageMessage?
    /// The names of the fields that the user had filled in when the error occurred.
    package var entries: Set<String>
    /// The result of the last step above the form.
    package var notice: PageMessage?
    /// The address of the link that ends the sign-in without a result; `nil` without the link.
    package var cancelAddress: String?
    /// The path to which the links of the other languages lead; `nil` without the links.
    package var languagePath: PagePath?

    /// Creates a context; the defaults fit a page without a pool.
    package init(
        language: PageLanguage = .english, branding: PageBranding = PageBranding(), basePath: String = "",
        query: String = "", hiddenFields: [HiddenField] = [], error: PageMessage? = nil, entries: Set<String> = [],
        notice: PageMessage? = nil, cancelAddress: String? = nil, languagePath: PagePath? = nil
    ) {
        self.language = language
        self.branding = branding
        self.basePath = basePath
        self.query = query
        self.hiddenFields = hiddenFields
        self.error = error
        self.entries = entries
        self.notice = notice
        self.cancelAddress = cancelAddress
        self.languagePath = languagePath
    }

    /// The address of a page with the query of the authorization request.
    package func address(of path: PagePath) -> String {
        basePath + path.rawValue + (query.isEmpty ? "" : "?\(query)")
    }

    /// The address of a page with the query of the authorization request, in which a parameter has another value.
    package func address(of path: PagePath, _ name: String, _ value: String) -> String {
        beginning(of: path, name) + QueryText.encoded(value)
    }

    /// The addresses of a page with the query of the authorization request, in which a parameter has one of the values.
    func addresses(of path: PagePath, _ name: String, _ values: [String]) -> [String] {
        let shared = beginning(of: path, name)
        return values.map { shared + QueryText.encoded($0) }
    }

    /// The address of a page up to the value of a parameter, which is the last one.
    private func beginning(of path: PagePath, _ name: String) -> String {
        var address = Array("\(basePath)\(path.rawValue)?".utf8)
        let (bare, prefix) = (Array(name.utf8), Array("\(name)=".utf8))
        for field in Array(query.utf8).split(separator: UInt8(ascii: "&"))
        where field != bare[...] && !field.starts(with: prefix) {
            address += field
            address.append(UInt8(ascii: "&"))
        }
        return String(decoding: address + prefix, as: UTF8.self)
    }
}
